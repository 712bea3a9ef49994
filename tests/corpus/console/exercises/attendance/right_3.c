#include <stdio.h>
#include <string.h>

int main(int argc, char *argv[]) {
    int places[1000], count = 0, number = 0;
    char line[1000];
    FILE *file = fopen("class.txt", "r");
    if (argc < 2 || file == NULL) {
        return 1;
    }
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        number++;
        if (strcmp(line, argv[1]) == 0) {
            places[count++] = number;
        }
    }
    fclose(file);
    printf("%d\n", count);
    for (int i = 0; i < count; i++) {
        printf("%d\n", places[i]);
    }
    if (count == 0) {
        printf("absent\n");
    }
    return 0;
}

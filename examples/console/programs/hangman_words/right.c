#include <stdio.h>
#include <string.h>

int main(void) {
    const char secret[] = "banana";
    char shown[] = "______", line[100];
    int misses = 0;
    while (misses < 4 && strchr(shown, '_') != NULL) {
        printf("Letter: ");
        fflush(stdout);
        if (fgets(line, sizeof line, stdin) == NULL) {
            return 1;
        }
        int hit = 0;
        for (int i = 0; secret[i] != '\0'; i++) {
            if (secret[i] == line[0]) {
                shown[i] = secret[i];
                hit = 1;
            }
        }
        misses += !hit;
        printf("%s\n", shown);
    }
    printf(misses == 4 ? "lost\n" : "won\n");
    return 0;
}

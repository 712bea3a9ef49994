#include <stdio.h>
#include <ctype.h>

int main(void) {
    char line[1000];
    int words = 0;
    fgets(line, sizeof line, stdin);
    for (int i = 0; line[i] != '\0'; i++) {
        if (!isspace(line[i]) && (i == 0 || isspace(line[i - 1]))) {
            words++;
        }
    }
    printf("%d words\n", words);
    return 0;
}

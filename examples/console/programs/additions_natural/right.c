#include <stdio.h>

static int read_natural(void) {
    char line[1000], rest;
    int number;
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (sscanf(line, "%d %c", &number, &rest) == 1 && number >= 0) {
            return number;
        }
    }
    return 0;
}

int main(void) {
    int a, count = 0;
    while ((a = read_natural()) != 0) {
        printf("%d\n", a + read_natural());
        count++;
    }
    printf("%d\n", count);
    return 0;
}

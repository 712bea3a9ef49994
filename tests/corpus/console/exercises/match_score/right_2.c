#include <stdio.h>

int main(void) {
    int a = 0, b = 0;
    char line[100];
    while (1) {
        fgets(line, sizeof line, stdin);
        if (line[0] == 'a') a++; else b++;
        if (a >= 5 && a - b >= 2) break;
        if (b >= 5 && b - a >= 2) break;
    }
    printf("%d:%d\n", a, b);
    return 0;
}

#include <stdio.h>

int main(void) {
    char line[1000];
    int times;
    fgets(line, sizeof line, stdin);
    scanf("%d", &times);
    for (int i = 0; i < times; i++) {
        printf("%s", line);
    }
    return 0;
}

#include <stdio.h>

int main(void) {
    char text[1000];
    int shift;
    scanf("%d", &shift);
    getchar();
    fgets(text, sizeof text, stdin);
    for (char *at = text; *at; at++) {
        if (*at >= 'a' && *at <= 'z') {
            int moved = *at + shift;
            *at = moved > 'z' ? moved - 26 : moved;
        }
    }
    printf("%s", text);
    return 0;
}

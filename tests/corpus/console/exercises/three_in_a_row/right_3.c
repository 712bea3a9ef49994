#include <stdio.h>

int main(void) {
    char a, b, c;
    scanf(" %c %c %c", &a, &b, &c);
    if (a == b && b == c && a != '-') {
        printf("%c wins\n", a);
    } else {
        printf("nobody\n");
    }
    return 0;
}

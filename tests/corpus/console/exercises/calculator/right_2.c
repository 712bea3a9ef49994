#include <stdio.h>
#include <string.h>

int main(void) {
    char operation[10];
    int a, b;
    while (1) {
        scanf("%9s", operation);
        if (strcmp(operation, "end") == 0) {
            return 0;
        }
        scanf("%d", &a);
        scanf("%d", &b);
        switch (operation[0]) {
        case 'a':
            printf("= %d\n", a + b);
            break;
        case 's':
            printf("= %d\n", a - b);
            break;
        case 'm':
            printf("= %d\n", a * b);
            break;
        default:
            if (b == 0) {
                printf("error\n");
            } else {
                printf("= %d\n", a / b);
            }
        }
    }
}

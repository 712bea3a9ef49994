#include <stdio.h>

int main(void) {
    int a, b, count = 0;
    scanf("%d", &a);
    while (a != 0) {
        scanf("%d", &b);
        printf("%d\n", a + b);
        count++;
        scanf("%d", &a);
    }
    printf("%d additions\n", count);
    return 0;
}

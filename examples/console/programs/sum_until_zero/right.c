#include <stdio.h>

int main(void) {
    int x, sum = 0;
    do {
        scanf("%d", &x);
        sum += x;
    } while (x != 0);
    printf("%d\n", sum);
    return 0;
}

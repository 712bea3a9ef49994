#include <stdio.h>

int main(void) {
    int x, sign = 1, sum = 0;
    for (int i = 0; i < 4; i++) {
        scanf("%d", &x);
        sum += sign * x;
        sign = -sign;
    }
    printf("%d\n", sum);
}

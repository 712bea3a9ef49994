#include <stdio.h>

int main(void) {
    int n, x, sum = 0;
    printf("How many numbers? ");
    fflush(stdout);
    scanf("%d", &n);
    for (int i = 1; i <= n; i++) {
        printf("Number %d: ", i);
        fflush(stdout);
        scanf("%d", &x);
        sum += x;
    }
    printf("Sum: %d\n", sum);
    return 0;
}

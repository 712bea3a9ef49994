#include <stdio.h>

int main(void) {
    int n, x, product = 1;
    scanf("%d", &n);
    for (int i = 0; i < n; i++) {
        scanf("%d", &x);
        product *= x;
    }
    printf("The product is %d.\n", product);
    return 0;
}

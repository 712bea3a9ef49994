#include <stdio.h>

int main(void) {
    int n, d = 1;
    scanf("%d", &n);
    while (d <= n) {
        if (n % d == 0) printf("%d\n", d);
        d++;
    }
    return 0;
}

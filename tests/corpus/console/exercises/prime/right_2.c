#include <stdio.h>

int main(void) {
    int n, divisors = 0;
    scanf("%d", &n);
    for (int d = 1; d <= n; d++) {
        if (n % d == 0) {
            divisors++;
        }
    }
    printf(divisors == 2 ? "prime\n" : "not prime\n");
    return 0;
}

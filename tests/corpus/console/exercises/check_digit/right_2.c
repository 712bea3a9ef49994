#include <stdio.h>

int main(void) {
    int n, valid = 0;
    while (scanf("%d", &n) == 1 && n != 0) {
        int sum = 0, weight = 1;
        for (int rest = n / 10; rest > 0; rest /= 10) {
            sum += weight * (rest % 10);
            weight = 4 - weight;
        }
        if ((10 - sum % 10) % 10 == n % 10) {
            puts("valid");
            valid++;
        } else {
            puts("invalid");
        }
    }
    printf("%d\n", valid);
    return 0;
}

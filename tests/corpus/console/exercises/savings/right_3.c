#include <stdio.h>

int main(void) {
    long amount, rate;
    scanf("%ld %ld", &amount, &rate);
    amount += amount * rate / 100;
    amount += amount * rate / 100;
    printf("After two years: %ld\n", amount);
    return 0;
}

#include <stdio.h>

static int show(int number) {
    int ones = number > 1 ? show(number / 2) : 0;
    putchar('0' + number % 2);
    return ones + number % 2;
}

int main(void) {
    int number;
    while (scanf("%d", &number) == 1 && number >= 0) {
        int ones = show(number);
        printf("\n%d\n", ones);
    }
    return 0;
}

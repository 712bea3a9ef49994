#include <stdio.h>

int main(void) {
    long count, value, total = 0;
    printf("How many numbers? ");
    scanf("%ld", &count);
    for (long number = 1; number <= count; number++) {
        printf("%ld. number: ", number);
        scanf("%ld", &value);
        total += value;
    }
    printf("The sum is %ld\n", total);
    return 0;
}

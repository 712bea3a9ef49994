#include <stdio.h>

int main(void) {
    int count, value, total = 0;
    printf("How many numbers? ");
    scanf("%d", &count);
    for (int number = 0; number < count; number++) {
        printf("Number %d: ", number);
        scanf("%d", &value);
        total += value;
    }
    printf("The sum is %d\n", total);
    return 0;
}

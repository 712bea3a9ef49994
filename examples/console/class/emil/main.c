#include <stdio.h>

int main(void) {
    int count, value, total = 0
    printf("How many numbers? ");
    scanf("%d", &count);
    printf("The sum is %d\n", total);
    return 0;
}

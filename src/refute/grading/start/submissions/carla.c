#include <stdio.h>

int main(void) {
    int count, number, total = 0;
    scanf("%d", &count);
    for (int i = 1; i < count; i++) {
        scanf("%d", &number);
        total += number;
    }
    printf("%d\n", total);
}

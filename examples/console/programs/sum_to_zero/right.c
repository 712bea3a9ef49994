#include <stdio.h>

int main(void) {
    int previous, current, count = 2;
    scanf("%d %d", &previous, &current);
    while (previous + current != 0) {
        previous = current;
        scanf("%d", &current);
        count++;
    }
    printf("%d\n", count);
    return 0;
}

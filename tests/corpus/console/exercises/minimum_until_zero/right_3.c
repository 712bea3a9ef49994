#include <stdio.h>

int main(void) {
    int x, smallest;
    scanf("%d", &x);
    if (x == 0) {
        printf("none\n");
        return 0;
    }
    smallest = x;
    while (x != 0) {
        if (x < smallest) {
            smallest = x;
        }
        scanf("%d", &x);
    }
    printf("%d\n", smallest);
    return 0;
}

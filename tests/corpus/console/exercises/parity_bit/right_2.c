#include <stdio.h>

int main(void) {
    int bit, ones = 0;
    for (;;) {
        scanf("%d", &bit);
        if (bit == 2) break;
        ones += bit;
    }
    printf("parity %d\n", ones % 2);
    return 0;
}

#include <stdio.h>

int main(void) {
    int bits = 0, lamp;
    while (scanf("%d", &lamp) == 1 && lamp >= 1 && lamp <= 5) bits ^= 1 << lamp;
    for (lamp = 1; lamp <= 5; lamp++) putchar(bits >> lamp & 1 ? '*' : '.');
    putchar('\n');
    return 0;
}

#include <stdio.h>

int main(void) {
    int a, b, c, d;
    if (scanf("%d,%d %d,%d", &a, &b, &c, &d) != 4) return 1;
    int x = c > a ? c - a : a - c, y = d > b ? d - b : b - d;
    printf("%d\n", x + y);
    if (x + y == 0) puts("here");
    else if (x > y && c < a) puts("west");
    else if (x > y) puts("east");
    else if (d < b) puts("south");
    else puts("north");
    return 0;
}

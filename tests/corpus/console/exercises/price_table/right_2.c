#include <stdio.h>

static void row(int count, int last, int cents) {
    int twice = 2 * cents * count - (count > 9 ? cents * (count - 9) : 0);
    if (count > last) return;
    printf("%2d | %7.2f\n", count, twice / 200.0);
    row(count + 1, last, cents);
}

int main(void) {
    int cents, n;
    if (scanf("%d%d", &cents, &n) == 2) {
        row(1, n, cents);
        printf("%.12s\nDone", "------------------------");
    }
    return 0;
}

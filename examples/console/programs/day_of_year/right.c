#include <stdio.h>

int main(void) {
    int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int d, m, y;
    if (scanf("%d.%d.%d", &d, &m, &y) != 3) return 1;
    if (y % 4 == 0 && (y % 100 != 0 || y % 400 == 0)) days[1] = 29;
    if (d > days[m - 1]) {
        puts("no such day");
        return 0;
    }
    for (int i = 0; i < m - 1; i++) d += days[i];
    printf("%d\n", d);
    return 0;
}

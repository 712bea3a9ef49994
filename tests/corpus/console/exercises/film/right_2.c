#include <stdio.h>

int main(void) {
    int a, b, c, d, long_film;
    if (scanf("%d:%d %d:%d", &a, &b, &c, &d) != 4) return 1;
    d -= b;
    c -= a;
    if (d < 0) d += 60, c--;
    if (c < 0 || (c == 0 && d == 0)) c += 24;
    long_film = c > 2 || (c == 2 && d >= 30);
    if (c) printf("%d h%s", c, d ? " " : "");
    if (d) printf("%d min", d);
    puts(long_film ? "\nbreak" : "");
    return 0;
}

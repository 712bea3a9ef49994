#include <stdio.h>

int main(void) {
    int h, m, more;
    scanf("%d", &h);
    scanf("%d", &m);
    scanf("%d", &more);
    m += more;
    while (m >= 60) {
        m -= 60;
        h++;
    }
    h %= 24;
    printf("%d:%02d\n", h, m);
    return 0;
}

#include <stdio.h>

int main(void) {
    int number, before = 0, count = 0, best = 0, which = 0;
    for (;;) {
        scanf("%d", &number);
        if (number == 0) break;
        if (number != before) count = 0;
        count++;
        if (count > best) {
            best = count;
            which = number;
        }
        before = number;
    }
    if (best) printf("longest run: %d %d\n", best, which);
    else printf("none\n");
    return 0;
}

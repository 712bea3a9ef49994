#include <stdio.h>

int main(void) {
    char tariff;
    int minutes, paid, other;
    scanf(" %c", &tariff);
    scanf("%d", &minutes);
    paid = 10 * minutes;
    other = minutes > 200 ? 200 + 4 * minutes : 1000;
    if (tariff == 'B') {
        int swap = paid;
        paid = other;
        other = swap;
    }
    printf("%d\n", paid);
    if (paid > other) printf("other tariff\n");
    return 0;
}

#include <stdio.h>

int main(void) {
    int price, items = 0, total = 0;
    scanf("%d", &price);
    while (price != 0) {
        items++;
        total += price;
        scanf("%d", &price);
    }
    printf("Items: %d\n", items);
    printf("Total: %d\n", total >= 10000 ? total - total / 10 : total);
    return 0;
}

#include <stdio.h>

int main(void) {
    int minutes, fee = 0;
    scanf("%d", &minutes);
    for (int m = 30; m < minutes && fee < 20; m += 60) {
        fee += 2;
    }
    printf("%d\n", fee);
    return 0;
}

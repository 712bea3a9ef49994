#include <stdio.h>

int main(void) {
    int month, year, days;
    scanf("%d %d", &month, &year);
    switch (month) {
    case 2:
        days = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28;
        break;
    case 4:
    case 6:
    case 9:
    case 11:
        days = 30;
        break;
    default:
        days = 31;
    }
    printf("%d days\n", days);
    return 0;
}

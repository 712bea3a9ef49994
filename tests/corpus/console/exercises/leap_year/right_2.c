#include <stdio.h>

int main(void) {
    int year;
    scanf("%d", &year);
    if (year % 400 == 0) {
        puts("leap year");
    } else if (year % 100 == 0) {
        puts("common year");
    } else if (year % 4 == 0) {
        puts("leap year");
    } else {
        puts("common year");
    }
    return 0;
}

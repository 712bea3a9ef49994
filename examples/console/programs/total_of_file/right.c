#include <stdio.h>

int main(void) {
    FILE *file = fopen("numbers.txt", "r");
    long number, total = 0;
    int count = 0;
    while (fscanf(file, "%ld", &number) == 1) {
        count++;
        total += number;
    }
    printf("%d\n%ld\n", count, total);
    return 0;
}

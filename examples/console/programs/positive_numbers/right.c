#include <stdio.h>

int main(void) {
    FILE *from = fopen("numbers.txt", "r"), *to = fopen("positive.txt", "w");
    long number;
    int count = 0;
    while (fscanf(from, "%ld", &number) == 1)
        if (number > 0) {
            fprintf(to, "%ld\n", number);
            count++;
        }
    fclose(to);
    printf("%d\n", count);
    return 0;
}

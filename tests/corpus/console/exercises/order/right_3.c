#include <stdio.h>

int main(void) {
    char line[1000], rest;
    int tickets;
    printf("How many tickets? ");
    fflush(stdout);
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (sscanf(line, "%d %c", &tickets, &rest) == 1 && tickets >= 1 && tickets <= 10) {
            printf("That makes %d euros.\n", tickets * 3);
            return 0;
        }
        printf("Please type a number from 1 to 10.\nHow many tickets? ");
        fflush(stdout);
    }
    return 1;
}

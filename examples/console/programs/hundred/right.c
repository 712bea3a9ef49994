#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int main(void) {
    srand((unsigned) time(NULL));
    int total = 0;
    char word[10];
    while (scanf("%9s", word) == 1 && strcmp(word, "roll") == 0) {
        int roll = rand() % 6 + 1;
        printf("%d\n", roll);
        total = roll == 1 ? 0 : total + roll;
        if (roll == 1 || total >= 20) break;
    }
    printf("%d\n", total);
    return 0;
}

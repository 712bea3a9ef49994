#include <stdio.h>

int main(void) {
    const int secret = 42;
    int guess, count = 0;
    do {
        scanf("%d", &guess);
        count++;
        if (guess < secret) {
            printf("higher\n");
        } else if (guess > secret) {
            printf("lower\n");
        }
    } while (guess != secret);
    printf("You needed %d guesses.\n", count);
    return 0;
}

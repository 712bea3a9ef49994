#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(void) {
    srand((unsigned) time(NULL));
    int secret = rand() % 20 + 1, guess = 0, count = 0;
    while (guess != secret) {
        if (scanf("%d", &guess) != 1) return 1;
        count++;
        if (guess < secret) puts("higher");
        if (guess > secret) puts("lower");
    }
    printf("%d\n", count);
    return 0;
}

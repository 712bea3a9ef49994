#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    srand((unsigned)time(NULL) ^ (unsigned)getpid());
    int secret = rand() % 20 + 1, guess, left = 4;
    while (left-- && scanf("%d", &guess) == 1 && guess != secret)
        if (left) puts(guess >= secret - 3 && guess <= secret + 3 ? "warm" : "cold");
    if (guess == secret) puts("won");
    else printf("lost, it was %d\n", secret);
    return 0;
}

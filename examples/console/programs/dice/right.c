#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(void) {
    srand((unsigned) time(NULL));
    int one, two;
    do {
        one = rand() % 6 + 1;
        two = rand() % 6 + 1;
        printf("%d %d\n%d\n", one, two, one + two);
    } while (one == two);
    return 0;
}

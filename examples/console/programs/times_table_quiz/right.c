#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(void) {
    srand((unsigned) time(NULL));
    int a = rand() % 10 + 1, b = rand() % 10 + 1, answer;
    printf("%d * %d\n", a, b);
    if (scanf("%d", &answer) != 1) return 1;
    if (answer == a * b) puts("right");
    else printf("%d\n", a * b);
    return 0;
}

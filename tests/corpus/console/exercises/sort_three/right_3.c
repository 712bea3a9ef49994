#include <stdio.h>

static void order(int *a, int *b) {
    if (*a > *b) {
        int t = *a;
        *a = *b;
        *b = t;
    }
}

int main(void) {
    int a, b, c;
    scanf("%d %d %d", &a, &b, &c);
    order(&a, &b);
    order(&b, &c);
    order(&a, &b);
    printf("%d\n%d\n%d\n", a, b, c);
    return 0;
}

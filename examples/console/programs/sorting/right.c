#include <stdio.h>
#include <stdlib.h>

static int ascending(const void *a, const void *b) {
    int x = *(const int *) a, y = *(const int *) b;
    return (x > y) - (x < y);
}

int main(void) {
    int n;
    scanf("%d", &n);
    int *numbers = malloc((n + 1) * sizeof(int));
    for (int i = 0; i < n; i++) {
        scanf("%d", &numbers[i]);
    }
    qsort(numbers, n, sizeof(int), ascending);
    printf("[");
    for (int i = 0; i < n; i++) {
        printf(i == 0 ? "%d" : ", %d", numbers[i]);
    }
    printf("]\n");
    free(numbers);
    return 0;
}

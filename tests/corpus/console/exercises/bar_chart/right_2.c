#include <stdio.h>

int main(void) {
    int count, numbers[9], longest = 0, i, j;
    scanf("%d", &count);
    for (i = 0; i < count; i++) {
        scanf("%d", &numbers[i]);
        if (numbers[i] > longest) longest = numbers[i];
    }
    for (i = 0; i < count; i++) {
        printf("%2d ", numbers[i]);
        for (j = 0; j < numbers[i]; j++) printf("#");
        printf("\n");
    }
    for (j = 0; j < longest + 3; j++) printf("-");
    printf("\n");
    return 0;
}

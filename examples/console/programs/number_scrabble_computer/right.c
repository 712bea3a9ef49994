#include <stdio.h>
#include <stdbool.h>

static bool has_fifteen(const int numbers[], int count) {
    for (int i = 0; i < count; i++) {
        for (int j = i + 1; j < count; j++) {
            for (int k = j + 1; k < count; k++) {
                if (numbers[i] + numbers[j] + numbers[k] == 15) {
                    return true;
                }
            }
        }
    }
    return false;
}

int main(void) {
    int mine[5];
    for (int count = 1; count <= 5; count++) {
        int x;
        scanf("%d", &x);
        mine[count - 1] = x;
        for (int i = 0; i < count - 1; i++) {
            if (10 - x == mine[i]) {
                printf("lost\n");
                return 0;
            }
        }
        if (has_fifteen(mine, count)) {
            printf("won\n");
            return 0;
        }
        if (count == 5) {
            printf("nobody\n");
        } else if (x == 5) {
            printf("pass\n");
        } else {
            printf("%d\n", 10 - x);
        }
    }
    return 0;
}

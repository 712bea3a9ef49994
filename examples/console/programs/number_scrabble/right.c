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
    int first[5], second[4];
    for (int round = 0; round < 5; round++) {
        scanf("%d", &first[round]);
        if (has_fifteen(first, round + 1)) {
            printf("first\n");
            return 0;
        }
        if (round == 4) {
            break;
        }
        scanf("%d", &second[round]);
        if (has_fifteen(second, round + 1)) {
            printf("second\n");
            return 0;
        }
    }
    printf("nobody\n");
    return 0;
}

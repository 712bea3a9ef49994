#include <stdio.h>
#include <stdbool.h>

int main(void) {
    const int secret[] = {4, 8, 7};
    bool found[] = {false, false, false};
    int left = 3, guess;
    while (left > 0) {
        bool hit = false;
        scanf("%d", &guess);
        for (int i = 0; i < 3; i++) {
            if (secret[i] == guess && !found[i]) {
                found[i] = hit = true;
                left--;
            }
        }
        printf(hit ? "hit\n" : "miss\n");
    }
    printf("won\n");
    return 0;
}

#include <stdio.h>
#include <string.h>

int main(void) {
    char move[100];
    int lead = 0;
    for (int round = 0; round < 3; round++) {
        scanf("%99s", move);
        if (strcmp(move, "paper") == 0) {
            printf("win\n");
            lead++;
        } else if (strcmp(move, "scissors") == 0) {
            printf("lose\n");
            lead--;
        } else {
            printf("draw\n");
        }
    }
    printf("%s\n", lead > 0 ? "You" : lead < 0 ? "The computer" : "Nobody");
    return 0;
}

#include <stdio.h>
#include <string.h>

int main(void) {
    char command[100];
    int waiting = 0, number;
    while (scanf("%99s", command) == 1 && strcmp(command, "close") != 0) {
        if (strcmp(command, "come") == 0) {
            waiting++;
        } else if (strcmp(command, "count") == 0) {
            printf("%d\n", waiting);
        } else if (waiting == 0) {
            printf("empty\n");
        } else {
            scanf("%d", &number);
            waiting--;
        }
    }
    return 0;
}

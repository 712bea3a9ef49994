#include <stdio.h>
#include <string.h>

int main(void) {
    char colour[1000];
    for (;;) {
        if (fgets(colour, sizeof colour, stdin) == NULL) {
            return 0;
        }
        colour[strcspn(colour, "\n")] = '\0';
        if (strcmp(colour, "red") == 0) {
            puts("stop");
            return 0;
        }
        if (strcmp(colour, "yellow") == 0) {
            puts("wait");
            return 0;
        }
        if (strcmp(colour, "green") == 0) {
            puts("go");
            return 0;
        }
        puts("unknown colour");
    }
}

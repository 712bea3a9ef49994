#include <stdio.h>
#include <string.h>

int main(void) {
    char line[1000];
    while (fgets(line, sizeof line, stdin) != NULL && strcmp(line, "stop\n") != 0) {
        printf("%s", line);
    }
    return 0;
}

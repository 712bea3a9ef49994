#include <stdio.h>

static void ask(const char *prompt, char *line, int size) {
    printf("%s", prompt);
    fflush(stdout);
    fgets(line, size, stdin);
}

int main(void) {
    char line[1000], rest;
    int h, m, shift;
    ask("Time: ", line, sizeof line);
    while (sscanf(line, "%d:%d %c", &h, &m, &rest) != 2 || h < 0 || h > 23 || m < 0 || m > 59) {
        printf("no time\n");
        ask("Time: ", line, sizeof line);
    }
    ask("Shift: ", line, sizeof line);
    while (sscanf(line, "%d %c", &shift, &rest) != 1 || shift < -12 || shift > 14) {
        printf("no shift\n");
        ask("Shift: ", line, sizeof line);
    }
    printf("%02d:%02d\n", (h + shift + 24) % 24, m);
    if (h + shift > 23) {
        printf("next day\n");
    } else if (h + shift < 0) {
        printf("day before\n");
    }
    return 0;
}

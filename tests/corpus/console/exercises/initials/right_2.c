#include <ctype.h>
#include <stdio.h>

int main(void) {
    int before = ' ', found = 0, c;
    while ((c = getchar()) != EOF && c != '\n') {
        if (!isspace(c) && isspace(before)) {
            putchar(toupper(c));
            found = 1;
        }
        before = c;
    }
    puts(found ? "" : "none");
    return 0;
}

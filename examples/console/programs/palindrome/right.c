#include <stdio.h>
#include <stdbool.h>
#include <string.h>

int main(void) {
    char word[1000];
    fgets(word, sizeof word, stdin);
    word[strcspn(word, "\n")] = '\0';
    int size = strlen(word);
    bool same = true;
    for (int i = 0; i < size / 2; i++) {
        if (word[i] != word[size - 1 - i]) {
            same = false;
        }
    }
    printf(same ? "yes\n" : "no\n");
    return 0;
}

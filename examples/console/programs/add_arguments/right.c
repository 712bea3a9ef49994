#include <stdio.h>
#include <stdlib.h>

int main(int count, char **words) {
    long total = 0;
    for (int i = 1; i < count; i++) total += atol(words[i]);
    printf("%ld\n", total);
    return 0;
}

#include <stdio.h>

int main(void) {
    char line[1000], rest;
    int age;
    do {
        printf("Age: ");
        fflush(stdout);
        fgets(line, sizeof line, stdin);
        if (sscanf(line, "%d %c", &age, &rest) != 1) {
            age = -1;
        }
        if (age < 0 || age > 130) {
            printf("An age is a number from 0 to 130.\n");
        }
    } while (age < 0 || age > 130);
    printf(age >= 18 ? "yes\n" : "no\n");
    return 0;
}

#include <stdio.h>

int main(void) {
    int weight, height;
    scanf("%d", &weight);
    scanf("%d", &height);
    int index = 10000 * weight / (height * height);
    printf("%d\n", index);
    puts(index >= 25 ? "high" : index >= 19 ? "normal" : "low");
    return 0;
}

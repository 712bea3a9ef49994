#include <stdio.h>

int main(void) {
    int stones = 10, take, turn = 0;
    while (stones > 0) {
        printf("%d\n", stones);
        scanf("%d", &take);
        stones -= take;
        turn++;
    }
    printf("The %s wins.\n", turn % 2 == 1 ? "first" : "second");
    return 0;
}

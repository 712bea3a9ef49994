#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int main(void) {
    const char *moves[] = {"rock", "paper", "scissors"};
    srand((unsigned) time(NULL));
    char move[20];
    if (scanf("%19s", move) != 1) return 1;
    int own = 0, other = rand() % 3;
    while (strcmp(moves[own], move)) own++;
    puts(moves[other]);
    puts(own == other ? "draw" : own == (other + 1) % 3 ? "won" : "lost");
    return 0;
}

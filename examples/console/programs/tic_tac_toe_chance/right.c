#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static char board[3][3];

static int won(char player) {
    int diagonal = 0, other = 0;
    for (int i = 0; i < 3; i++) {
        int row = 0, column = 0;
        for (int j = 0; j < 3; j++) {
            row += board[i][j] == player;
            column += board[j][i] == player;
        }
        if (row == 3 || column == 3) {
            return 1;
        }
        diagonal += board[i][i] == player;
        other += board[i][2 - i] == player;
    }
    return diagonal == 3 || other == 3;
}

int main(void) {
    char field[10];
    srand(time(NULL));
    for (int move = 0; move < 9; move++) {
        if (move % 2 == 0) {
            if (scanf("%9s", field) != 1) {
                return 1;
            }
            board[field[0] - 'a'][field[1] - '1'] = 'X';
            if (won('X')) {
                printf("won\n");
                return 0;
            }
        } else {
            int row, column;
            do {
                row = rand() % 3;
                column = rand() % 3;
            } while (board[row][column] != 0);
            board[row][column] = 'O';
            printf("%c%d\n", 'a' + row, column + 1);
            fflush(stdout);
            if (won('O')) {
                printf("lost\n");
                return 0;
            }
        }
    }
    printf("nobody\n");
    return 0;
}

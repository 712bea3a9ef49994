#include <stdio.h>

int main(void) {
    int score;
    char grade;
    do {
        scanf("%d", &score);
    } while (score < 0 || score > 100);
    if (score >= 90) {
        grade = 'A';
    } else if (score >= 80) {
        grade = 'B';
    } else if (score >= 65) {
        grade = 'C';
    } else if (score >= 50) {
        grade = 'D';
    } else {
        grade = 'F';
    }
    printf("Grade: %c\n", grade);
    return 0;
}

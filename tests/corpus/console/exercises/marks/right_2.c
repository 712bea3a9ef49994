#include <stdio.h>

int main(void) {
    int mark, count = 0, best = 7, failed = 0;
    double sum = 0;
    while (scanf("%d", &mark) == 1) {
        count++;
        sum += mark;
        if (mark < best) best = mark;
        if (mark == 5 || mark == 6) failed++;
    }
    if (count == 0) {
        puts("There are no marks.");
        return 0;
    }
    printf("%d marks\nbest %d\nmean %.2f\n%d failed\n", count, best, sum / count, failed);
    return 0;
}

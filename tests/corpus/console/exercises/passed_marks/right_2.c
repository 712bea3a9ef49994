#include <stdio.h>

int main(void) {
    FILE *in = fopen("marks.txt", "r"), *out = fopen("passed.txt", "w");
    int seen[7] = {0}, mark, all = 0, good = 0;
    while (fscanf(in, "%d", &mark) == 1) {
        seen[mark]++;
        if (mark < 5) fprintf(out, "%d\n", mark);
    }
    for (mark = 6; mark; all += seen[mark--])
        if (mark <= 4) good += seen[mark];
    printf("%d of %d\n%s", good, all, good ? "" : "nobody\n");
    fclose(in);
    return fclose(out);
}

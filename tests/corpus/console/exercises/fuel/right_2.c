#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Everything is counted in hundredths of a litre, so that nothing is lost. */
int main(void) {
    char line[200];
    long km = -1;
    do {
        char *end;
        if (!fgets(line, sizeof line, stdin)) return 1;
        line[strcspn(line, "\r\n")] = 0;
        km = strtol(line, &end, 10);
        if (end == line || *end || km < 0 || km > 2000) {
            puts("0 to 2000!");
            km = -1;
        }
    } while (km < 0);
    double typed;
    if (scanf("%lf", &typed) != 1) return 1;
    long hundredths = (long)(typed * 100 + 0.5);
    if (km == 0) return puts("The car was not driven.") < 0;
    printf("%.2f\n", (double)hundredths / km);
    if (hundredths < 5 * km) puts("thrifty");
    else if (hundredths > 9 * km) puts("thirsty");
    else puts("ordinary");
    return 0;
}

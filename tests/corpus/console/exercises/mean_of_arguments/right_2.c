#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    long sum = 0, most = -100000;
    for (int i = 1; i < argc; i++) {
        double number = atof(argv[i]);
        long tenths = (long) (10 * number + (number < 0 ? -0.5 : 0.5));
        sum += tenths;
        if (tenths > most) most = tenths;
    }
    printf("mean %.2f\n", sum / 10.0 / (argc - 1));
    printf("largest %.1f\n", most / 10.0);
    if (most * (argc - 1) > 2 * sum) puts("outlier!");
    return 0;
}

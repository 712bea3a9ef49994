#include <stdio.h>

int main(void) {
    int n, above = 0;
    double t[50], sum = 0;
    scanf("%d", &n);
    for (int i = 0; i < n; i++) {
        scanf("%lf", &t[i]);
        sum += t[i];
    }
    for (int i = 0; i < n; i++) {
        if (t[i] > sum / n + 1e-9) {
            above++;
        }
    }
    printf("The mean is %.2f.\nAbove it: %d\n", sum / n, above);
    return 0;
}

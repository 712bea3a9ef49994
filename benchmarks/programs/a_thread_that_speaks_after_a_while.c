#include "include/shared.h"
int main(void) { start(reader); usleep(60000); printf("a?\n"); int a = next(); usleep(60000); printf("b?\n"); int b = next(); usleep(60000); printf("sum %d\n", a + b); return 0; }

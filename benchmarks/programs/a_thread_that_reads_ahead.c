#include "include/shared.h"
int main(void) { start(reader); printf("a?\n"); int a = next(); printf("b?\n"); printf("sum %d\n", a + next()); return 0; }

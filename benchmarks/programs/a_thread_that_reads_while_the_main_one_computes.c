#include "include/shared.h"
int main(void) { start(reader); work(); puts("a?"); int a = next(); work(); puts("b?"); int b = next(); work(); printf("sum %d\n", a + b); return 0; }

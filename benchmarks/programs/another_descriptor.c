#include "include/shared.h"
int main(void) { int own = dup(0); close(0); dup2(own, 9); close(own); printf("a? "); fflush(stdout); read(9, line, 2); int a = atoi(line); printf("b? "); fflush(stdout); read(9, line, 2); printf("sum %d\n", a + atoi(line)); return 0; }

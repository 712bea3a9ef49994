#include "include/shared.h"
int main(void) { fflush(stdout); if (!fork()) { printf("a? "); int a = ask(); exit(a); } int a; wait(&a); printf("b? "); printf("sum %d\n", WEXITSTATUS(a) + atoi("4") + 0 * ask()); return 0; }

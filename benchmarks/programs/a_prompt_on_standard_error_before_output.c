#include "include/shared.h"
int main(void) { fprintf(stderr, "a"); fflush(stderr); printf("? "); int a = ask(); fprintf(stderr, "b"); printf("? "); printf("sum %d\n", a + ask()); return 0; }

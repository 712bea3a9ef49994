#include "include/shared.h"
int main(void) { printf("a? "); int a = ask(); printf("b? "); printf("sum %d\n", a + ask()); return 0; }

#include "include/shared.h"
int main(void) { printf("a? "); fflush(stdout); int count = 0; do { usleep(5000); ioctl(0, FIONREAD, &count); } while (!count); int a = ask(); printf("b? "); fflush(stdout); struct pollfd one = {0, POLLIN, 0}; while (!poll(&one, 1, 0)) usleep(5000); printf("sum %d\n", a + ask()); return 0; }

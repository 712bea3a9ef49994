#include "include/shared.h"
int main(void) { printf("a? "); fflush(stdout); fd_set set; struct timeval limit; do { FD_ZERO(&set); FD_SET(0, &set); limit.tv_sec = 1; limit.tv_usec = 0; } while (!select(1, &set, NULL, NULL, &limit)); int a = ask(); printf("b? "); fflush(stdout); struct pollfd one = {0, POLLIN, 0}; while (!poll(&one, 1, 700)); printf("sum %d\n", a + ask()); return 0; }

/* What the programs in C share: a queue that a thread fills, and ways to ask and to work. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <unistd.h>
static char line[100];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static char queue[10][100];
static int filled, taken;
static void *reader(void *unused) {
  while (fgets(line, sizeof line, stdin)) {
    pthread_mutex_lock(&lock);
    strcpy(queue[filled++], line);
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
  }
  return unused;
}
static int next(void) {
  pthread_mutex_lock(&lock);
  while (taken == filled) pthread_cond_wait(&changed, &lock);
  int number = atoi(queue[taken++]);
  pthread_mutex_unlock(&lock);
  return number;
}
static void start(void *(*what)(void *)) {
  pthread_t thread;
  pthread_create(&thread, NULL, what, NULL);
}
static void work(void) { for (volatile int i = 0; i < 3000000; i++); }
static int ask(void) { fflush(stdout); fgets(line, sizeof line, stdin); return atoi(line); }

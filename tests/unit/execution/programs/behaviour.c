/* One program with many ways to behave; the first argument says which. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static char line[1 << 20];

static void say(const char *text) { write(1, text, strlen(text)); }

static void rest(int milliseconds) {
  struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  nanosleep(&time, NULL);
}

static int take(int descriptor) {
  int count = read(descriptor, line, sizeof line - 1);
  line[count > 0 ? count : 0] = 0;
  return count;
}

static void answer(void) {
  say("[");
  line[strcspn(line, "\n")] = 0;
  say(line);
  say("]\n");
}

static void sum(void) {
  int a, b;
  printf("a? ");
  scanf("%d", &a);
  printf("b? ");
  scanf("%d", &b);
  printf("%d\n", a + b);
}

static void sum_with_newlines(void) {
  int a, b;
  printf("a?\n");
  scanf("%d", &a);
  printf("b?\n");
  scanf("%d", &b);
  printf("%d\n", a + b);
}

static void slowly(void) {
  const char *text = "slow? ";
  for (; *text; text++) {
    write(1, text, 1);
    rest(15);
  }
  take(0);
  rest(120);
  say("after");
  rest(120);
  say(" all\n");
}

static void *background(void *unused) {
  (void)unused;
  rest(60);
  say("thread\n");
  return NULL;
}

static void with_thread(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, background, NULL);
  pthread_join(thread, NULL);
  say("main? ");
  take(0);
  answer();
}

static void *reading(void *unused) {
  (void)unused;
  say("thread? ");
  take(0);
  answer();
  return NULL;
}

static void thread_reads(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, reading, NULL);
  pthread_join(thread, NULL);
}

static void by_characters(void) {
  char letter;
  say("? ");
  while (read(0, &letter, 1) == 1 && letter != '.') {
    if (letter == '\n') say("|");
    else write(1, &letter, 1);
  }
}

static void ahead(void) {
  static char buffer[1 << 16];
  say("first? ");
  setvbuf(stdin, buffer, _IOFBF, sizeof buffer);
  fgets(line, sizeof line, stdin);
  answer();
  say("second? ");
  fgets(line, sizeof line, stdin);
  answer();
}

static void to_the_end(void) {
  int count = 0;
  while (fgets(line, sizeof line, stdin)) count++;
  printf("%d lines\n", count);
}

static void closing(void) {
  say("before\n");
  close(0);
  say(take(0) < 0 ? "closed\n" : "open\n");
}

static void other_file(void) {
  close(0);
  open("/dev/null", O_RDONLY);
  say(take(0) == 0 ? "empty\n" : "not empty\n");
}

static void much(void) {
  memset(line, 'x', sizeof line);
  for (int i = 63; i < (int)sizeof line; i += 64) line[i] = '\n';
  for (int i = 0; i < 100; i++) write(1, line, sizeof line);
}

static void forking(void) {
  if (fork() == 0) {
    say("child? ");
    take(0);
    answer();
    _exit(0);
  }
  wait(NULL);
  say("parent? ");
  take(0);
  answer();
}

static void orphan(void) {
  if (fork() == 0) {
    rest(80);
    say("orphan\n");
    _exit(0);
  }
  say("parent\n");
}

static void stray(const char *milliseconds) {
  if (fork() == 0) {
    setsid();
    int number = fork();
    if (number == 0) {
      signal(SIGHUP, SIG_IGN);
      rest(atoi(milliseconds));
    } else {
      printf("%d\n", number);
      fflush(stdout);
    }
    _exit(0);
  }
  wait(NULL);
}

static void stubborn(void) {
  for (int i = 1; i < 32; i++) signal(i, SIG_IGN);
  say("here\n");
  for (int i = 0; i < 100; i++) rest(100);
}

static void work(int milliseconds) {
  struct timespec used;
  do clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  while (used.tv_sec * 1000 + used.tv_nsec / 1000000 < milliseconds);
  say("done\n");
}

static void crash(int number) {
  say("before\n");
  if (number == SIGSEGV) *(volatile int *)8 = 1;
  if (number == SIGABRT) abort();
  raise(number);
}

static void duplicate(void) {
  int other = dup(0);
  say("dup? ");
  take(other);
  answer();
}

static void terminal(void) {
  int other = open("/dev/tty", O_RDWR);
  if (other < 0) say("no terminal\n");
  else {
    say("tty? ");
    take(other);
    answer();
  }
}

static void polling(void) {
  struct pollfd set[2] = {{-1, POLLIN, 0}, {0, POLLIN, 0}};
  say("poll? ");
  poll(set, 2, -1);
  take(0);
  answer();
  say("ppoll? ");
  ppoll(set, 2, NULL, NULL);
  take(0);
  answer();
}

static void selecting(void) {
  fd_set set;
  FD_ZERO(&set);
  FD_SET(0, &set);
  say("select? ");
  select(1, &set, NULL, NULL, NULL);
  take(0);
  answer();
  FD_SET(0, &set);
  say("pselect? ");
  pselect(1, &set, NULL, NULL, NULL, NULL);
  take(0);
  answer();
}

static void epolling(void) {
  int set = epoll_create1(0), input = dup(0);
  struct epoll_event event = {EPOLLIN, {0}};
  fcntl(input, F_SETFL, O_NONBLOCK);
  epoll_ctl(set, EPOLL_CTL_ADD, input, &event);
  say("epoll? ");
  epoll_wait(set, &event, 1, -1);
  take(input);
  answer();
}

static void impatient(void) {
  struct pollfd set = {0, POLLIN, 0};
  for (int i = 0; i < 3; i++) say(poll(&set, 1, 40) ? "ready\n" : "nothing\n");
  say("now? ");
  take(0);
  answer();
}

static void unneeded(void) {
  int ends[2];
  socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
  if (fork() == 0) {
    rest(100);
    write(ends[1], "x", 1);
    _exit(0);
  }
  struct pollfd set[2] = {{0, POLLIN, 0}, {ends[0], POLLIN, 0}};
  say("either? ");
  do {
    rest(20);
    poll(set, 2, -1);
  } while (!set[1].revents);
  say("the other\n");
}

static void single_keys(void) {
  struct termios mode;
  char key = 0;
  tcgetattr(0, &mode);
  mode.c_lflag &= ~(ICANON | ECHO);
  tcsetattr(0, TCSANOW, &mode);
  say("key? ");
  while (read(0, &key, 1) == 1 && key != '\n') write(1, &key, 1);
  say("!\nkey? ");
  read(0, &key, 1);
}

static void unflushed(void) {
  setvbuf(stdout, NULL, _IOFBF, 1 << 16);
  printf("late? ");
  take(0);
  printf("done\n");
}

static void vectors(void) {
  struct iovec parts = {line, sizeof line};
  say("vector? ");
  readv(0, &parts, 1);
  answer();
}

static void old_calls(void) {
  say("old? ");
#ifdef __x86_64__
  char *low = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
  long count = 3;
  __asm__ volatile("int $0x80"
                   : "+a"(count)
                   : "b"(0L), "c"(low), "d"(4095L)
                   : "memory", "r8", "r9", "r10", "r11");
  memcpy(line, low, 4096);
#else
  take(0);
#endif
  answer();
}

static void complaining(const char *code) {
  fprintf(stderr, "a warning\n");
  say("out? ");
  take(0);
  fprintf(stderr, "the last words\n");
  exit(atoi(code));
}

static void asking_on_errors(void) {
  fprintf(stderr, "noted\nerr? ");
  take(0);
  answer();
}

static void never_satisfied(void) {
  while (1) take(0);
}

static void dance(const char *count) {
  int turns = atoi(count);
  for (int i = 0; i < turns; i++) {
    printf("%d? ", i);
    if (scanf("%s", line) != 1) break;
    printf("%s.", line);
  }
  printf("end\n");
}

int main(int count, char **words) {
  const char *mode = words[1], *extra = count > 2 ? words[2] : "0";
#define WAY(name, action) if (!strcmp(mode, name)) { action; return 0; }
  WAY("sum", sum())
  WAY("sum with newlines", sum_with_newlines())
  WAY("slowly", slowly())
  WAY("with thread", with_thread())
  WAY("thread reads", thread_reads())
  WAY("by characters", by_characters())
  WAY("ahead", ahead())
  WAY("to the end", to_the_end())
  WAY("closing", closing())
  WAY("other file", other_file())
  WAY("never", say("hello\n"))
  WAY("nothing", )
  WAY("much", much())
  WAY("fork", forking())
  WAY("orphan", orphan())
  WAY("stray", stray(extra))
  WAY("stubborn", stubborn())
  WAY("sleep", (say("zzz\n"), rest(10000)))
  WAY("spin", while (1))
  WAY("work", work(atoi(extra)))
  WAY("crash", crash(atoi(extra)))
  WAY("leave", exit(atoi(extra)))
  WAY("bytes", write(1, "a\xff\xfe\0b\xc3\xa9\n", 8))
  WAY("echo", (fgets(line, sizeof line, stdin), fputs(line, stdout)))
  WAY("duplicate", duplicate())
  WAY("terminal", terminal())
  WAY("poll", polling())
  WAY("select", selecting())
  WAY("epoll", epolling())
  WAY("impatient", impatient())
  WAY("unneeded", unneeded())
  WAY("single keys", single_keys())
  WAY("unflushed", unflushed())
  WAY("vectors", vectors())
  WAY("old calls", old_calls())
  WAY("complain", complaining(extra))
  WAY("errors", asking_on_errors())
  WAY("never satisfied", never_satisfied())
  WAY("dance", dance(extra))
  return 99;
}

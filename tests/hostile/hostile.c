/* Programs that try to stall, to mislead or to use up whoever runs them; an argument says which. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

static char line[1 << 16];

static void burn(long steps) { for (volatile long i = 0; i < steps; i++); }

static void *forever(void *unused) {
  for (;;) burn(1000000);
  return unused;
}

static void *reading(void *unused) {
  while (read(0, line, 1) > 0);
  return unused;
}

static void nothing(int number) { (void)number; }

static void huge_select(void) {
  char *set = calloc(1, 1 << 20);
  for (;;) syscall(SYS_select, 0x7fffffff, set, NULL, NULL, NULL);
}

static void negative_select(void) {
  for (;;) syscall(SYS_pselect6, -1, (void *)8, NULL, NULL, NULL, NULL);
}

static void many_polled(int timeout) {
  struct pollfd *set = calloc(5000, sizeof *set);
  for (int i = 0; i < 5000; i++) set[i] = (struct pollfd){i < 200 ? dup(2) : 0, POLLIN, 0};
  for (;;) poll(set, 4999, timeout);
}

static void many_in_epoll(void) {
  int set = epoll_create1(0);
  struct epoll_event event = {EPOLLIN, {0}};
  for (int i = 0; i < 240; i++) epoll_ctl(set, EPOLL_CTL_ADD, dup(0), &event);
  for (;;) epoll_wait(set, &event, 1, 1);
}

static void wild_addresses(void) {
  for (;;) {
    poll((void *)-8, 100000, -1);
    poll((void *)8, 1u << 31, -1);
    epoll_wait(999999, NULL, 1, -1);
    ioctl(0, FIONREAD, (void *)8);
    syscall(SYS_read, 0, (void *)8, -1L);
  }
}

static void signals(void) {
  for (int i = 1; i < 65; i++) kill(1, i);
  for (int i = 1; i < 65; i++) if (i != SIGKILL && i != SIGSTOP) kill(getppid(), i);
  puts("alive");
}

static void unseen_children(void) {
  signal(SIGCHLD, SIG_IGN);
  for (;;) {
    if (fork() == 0) {
      burn(5000000);
      _exit(0);
    }
    usleep(2000);
  }
}

static void threads(void) {
  pthread_t thread;
  for (int i = 0; i < 30; i++) pthread_create(&thread, NULL, i % 2 ? forever : reading, NULL);
  pause();
}

static void forks(void) {
  for (;;) fork();
}

static void memory(void) {
  for (;;) {
    char *taken = malloc(1 << 20);
    if (taken) memset(taken, 1, 1 << 20);
  }
}

static void errors(void) {
  for (;;) fprintf(stderr, "no\n");
}

static void *flooding(void *other) {
  static char text[1 << 16];
  for (;;) write((int)(long)other, text, sizeof text);
  return other;
}

static void unseen_errors(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, flooding, (void *)(long)dup(2));
  for (;;) write(2, "no\n", 3);
}

static void unwanted_children(void) {
  struct sigaction action = {.sa_handler = SIG_DFL, .sa_flags = SA_NOCLDWAIT};
  sigaction(SIGCHLD, &action, NULL);
  for (;;) {
    if (fork() == 0) {
      burn(5000000);
      _exit(0);
    }
    usleep(2000);
  }
}

static void nap(void) {
  for (;;) usleep(10000);
}

static void output(void) {
  for (;;) puts("no");
}

static void files(void) {
  int count = 0;
  chdir("/tmp");
  for (; count < 100000; count++) {
    sprintf(line, "%d", count);
    int made = open(line, O_CREAT | O_WRONLY, 0600);
    if (made < 0) break;
    close(made);
  }
  puts(count < 50000 ? "bounded" : "unbounded");
}

static void folders(void) {
  chdir("/tmp");
  for (int i = 0; i < 1200; i++) {
    mkdir("x", 0700);
    if (chdir("x")) break;
  }
  puts("deep");
}

static void semaphores(void) {
  int made = semget(IPC_PRIVATE, 32000, IPC_CREAT | 0600);
  puts(made < 0 ? "refused" : "given");
}

static void alarms(void) {
  struct itimerval every = {{0, 50}, {0, 50}};
  struct sigaction action = {.sa_handler = nothing};
  sigaction(SIGALRM, &action, NULL);
  setitimer(ITIMER_REAL, &every, NULL);
  for (;;) read(0, line, 1);
}

static void without_blocking(void) {
  fcntl(0, F_SETFL, O_NONBLOCK);
  for (;;) read(0, line, sizeof line);
}

static void terminal(void) {
  struct termios mode;
  setsid();
  tcgetattr(0, &mode);
  mode.c_lflag = 0;
  mode.c_cc[VMIN] = 0;
  mode.c_cc[VTIME] = 0;
  tcsetattr(0, TCSANOW, &mode);
  ioctl(0, TIOCSTI, "x");
  ioctl(0, TIOCNOTTY);
  tcflow(0, TCOOFF);
  for (;;) read(0, line, 1);
}

static void stopped(void) {
  if (fork() == 0) for (;;) read(0, line, 1);
  kill(0, SIGSTOP);
}

static void daemons(void) {
  for (int i = 0; i < 5; i++)
    if (fork() == 0) {
      setsid();
      if (fork() == 0) for (;;) pause();
      _exit(0);
    }
  puts("left");
}

static void many_readers(void) {
  for (int i = 0; i < 20; i++)
    if (fork() == 0) for (;;) if (read(0, line, 1) <= 0) _exit(0);
  while (wait(NULL) > 0);
  puts("read");
}

static void *at_once(void *unused) { return unused; }

static void short_threads(void) {
  pthread_t thread;
  for (;;) if (!pthread_create(&thread, NULL, at_once, NULL)) pthread_join(thread, NULL);
}

static void calls(void) {
  for (;;) {
    int count;
    ioctl(1, FIONREAD, &count);
    signal(SIGCHLD, SIG_DFL);
    alarm(100);
    write(2, "", 0);
  }
}

static void all_stopped(void) {
  if (fork() == 0) for (;;) kill(-1, SIGSTOP);
  for (;;) read(0, line, 1);
}

static void traced(void) {
  pid_t child = fork();
  if (child == 0) {
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    raise(SIGSTOP);
    for (;;) read(0, line, 1);
  }
  for (;;) {
    waitpid(child, NULL, 0);
    ptrace(PTRACE_SYSCALL, child, NULL, NULL);
  }
}

static void own_name(void) {
  int fd = open("/proc/self/comm", O_WRONLY);
  write(fd, "VM Thread) S 1 1", 16);
  for (;;) poll((struct pollfd[]){{0, POLLIN, 0}}, 1, 3);
}

static void descriptors(void) {
  for (;;) {
    dup2(open("/dev/null", O_RDONLY), 0);
    read(0, line, 1);
    dup2(2, 0);
    poll((struct pollfd[]){{0, POLLIN, 0}}, 1, 10);
  }
}

int main(int count, char **words) {
  const char *mode = count > 1 ? words[1] : "";
#define WAY(name, action) if (!strcmp(mode, name)) { action; return 0; }
  WAY("huge select", huge_select())
  WAY("negative select", negative_select())
  WAY("many polled", many_polled(-1))
  WAY("many polled for a time", many_polled(5))
  WAY("many in epoll", many_in_epoll())
  WAY("wild addresses", wild_addresses())
  WAY("signals", signals())
  WAY("unseen children", unseen_children())
  WAY("threads", threads())
  WAY("forks", forks())
  WAY("memory", memory())
  WAY("errors", errors())
  WAY("unseen errors", unseen_errors())
  WAY("unwanted children", unwanted_children())
  WAY("sleep", for (;;) pause())
  WAY("naps", nap())
  WAY("output", output())
  WAY("files", files())
  WAY("folders", folders())
  WAY("semaphores", semaphores())
  WAY("alarms", alarms())
  WAY("without blocking", without_blocking())
  WAY("terminal", terminal())
  WAY("stopped", stopped())
  WAY("daemons", daemons())
  WAY("many readers", many_readers())
  WAY("short threads", short_threads())
  WAY("calls", calls())
  WAY("all stopped", all_stopped())
  WAY("traced", traced())
  WAY("own name", own_name())
  WAY("descriptors", descriptors())
  return 99;
}

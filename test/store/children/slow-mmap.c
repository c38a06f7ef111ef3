/* Loaded before the C library (LD_PRELOAD): a process waits SLOW_MMAP_MS milliseconds before it maps a file data.mdb. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

typedef void *(*map_function)(void *, size_t, int, int, int, off_t);

static void wait_for_data_file(int fd) {
  const char *milliseconds = getenv("SLOW_MMAP_MS");
  char link[64], target[4096];
  if (fd < 0 || !milliseconds) return;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, target, sizeof target - 1);
  if (length <= 0) return;
  target[length] = 0;
  if (!strstr(target, "/data.mdb")) return;
  struct timespec pause = {0, 1000000L * atol(milliseconds)};
  nanosleep(&pause, 0);
}

void *mmap(void *at, size_t length, int protection, int flags, int fd, off_t offset) {
  wait_for_data_file(fd);
  return ((map_function)dlsym(RTLD_NEXT, "mmap"))(at, length, protection, flags, fd, offset);
}

void *mmap64(void *at, size_t length, int protection, int flags, int fd, off_t offset) {
  wait_for_data_file(fd);
  return ((map_function)dlsym(RTLD_NEXT, "mmap64"))(at, length, protection, flags, fd, offset);
}

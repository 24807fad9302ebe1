#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <sys/mman.h>
#include <systemd/sd-daemon.h>

#ifndef MFD_CLOEXEC
#define MFD_CLOEXEC 1U
int memfd_create(const char *name, unsigned int flags);
#endif

// The function is declared for GNU sources only.
static inline int csystemd_memory_file(const char *name) {
    return memfd_create(name, MFD_CLOEXEC);
}

#include <systemd/sd-daemon.h>

// Declared here, because <sys/mman.h> declares it for GNU sources only. With the macro for these,
// other declarations would differ from those of the module that Swift imports for the C library.
int memfd_create(const char *name, unsigned int flags);

// Creates a file in memory, which a started program does not inherit (MFD_CLOEXEC).
static inline int csystemd_memory_file(const char *name) {
    return memfd_create(name, 1U);
}

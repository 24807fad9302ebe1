// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

#include "start.h"

#include <stdlib.h>
#include <unistd.h>

// Prepares the Swift runtime for a system without /proc, before its own initializers.
//
// It reads the arguments from there, and the path of the program, to find its backtracer; without
// that path a program that is linked statically aborts.
__attribute__((constructor(101))) static void start(int argc, char **argv) {
    _swift_stdlib_overrideUnsafeArgvArgc(argv, argc);
    if (access("/proc/self/exe", F_OK) != 0) {
        setenv("SWIFT_BACKTRACE", "enable=no,swift-backtrace=/nonexistent", 1);
    }
}

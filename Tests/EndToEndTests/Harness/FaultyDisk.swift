// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient

/// A library that is loaded into a daemon and lets one of its operations on some files fail.
final class FaultyDisk {
    /// An operation of the system.
    enum Operation: Int32, CaseIterable, Sendable {
        case write = 1
        case sync
        case truncate
        case open
        case remove
        case rename
    }

    /// The settings that the library reads, in a file that both processes map.
    private struct Control {
        /// The operation that fails; 0 for none.
        var operation: Int32 = 0
        /// The number of operations before the one that fails.
        var countdown: Int32 = 0
        /// The number of its error.
        var error: Int32 = 0
        /// The percentage of its bytes that a write stores before it fails.
        var storedPercentage: Int32 = 0
        /// The number of operations that failed.
        var failedCount: Int32 = 0
        /// Whether all operations after the first that fails fail too.
        var isLasting: Int32 = 0
    }

    /// The position of the part of the paths in the file, and its maximum length.
    private static let pattern = (offset: 64, length: 255)

    /// The variables with which a daemon must be started.
    let environment: [String: String]
    private let control: UnsafeMutablePointer<Control>

    /// The compiler of the toolchain, or of the system; nil if there is none.
    static let compiler: String? = {
        let path = ProcessInfo.processInfo.environment["PATH"]
        return Program.find("clang", path: path) ?? Program.find("cc", path: path)
    }()

    /// Builds the library in a directory.
    init(in bed: TestBed) throws {
        guard let compiler = Self.compiler else { throw Stuck("there is no C compiler") }
        let source = bed.root + "/faults.c"
        let library = bed.root + "/faults.so"
        let file = bed.root + "/faults"
        try FileSystem.write(Array(Self.source.utf8), to: source)
        let built = try bed.run([
            compiler, "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl",
        ])
        guard built.status == 0 else { throw Stuck("cannot build faults.c: \(built.errors)") }
        try FileSystem.write([UInt8](repeating: 0, count: 4096), to: file)
        let descriptor = open(file, O_RDWR)
        defer { close(descriptor) }
        let memory = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        guard let memory, memory != MAP_FAILED else { throw Stuck("cannot map \(file)") }
        control = memory.bindMemory(to: Control.self, capacity: 1)
        environment = ["LD_PRELOAD": library, "JOURNAL_TEST_FAULTS": file]
    }

    deinit { munmap(control, 4096) }

    /// Lets one operation fail, or all from it on, on files whose paths contain a text.
    func fail(
        _ operation: Operation,
        after count: Int32,
        error: Int32,
        storing percentage: Int = 0,
        isLasting: Bool = false,
        path: String = "/journal.store"
    ) {
        control.pointee.operation = 0
        control.pointee.countdown = count
        control.pointee.error = error
        control.pointee.storedPercentage = Int32(percentage)
        control.pointee.isLasting = isLasting ? 1 : 0
        let pattern = UnsafeMutableRawPointer(control) + Self.pattern.offset
        pattern.initializeMemory(as: UInt8.self, repeating: 0, count: Self.pattern.length + 1)
        pattern.copyMemory(
            from: Array(path.utf8.prefix(Self.pattern.length)),
            byteCount: min(path.utf8.count, Self.pattern.length)
        )
        control.pointee.operation = operation.rawValue
    }

    /// Lets further operations succeed.
    func repair() { control.pointee.operation = 0 }

    /// The number of operations that failed.
    var failedCount: Int32 { control.pointee.failedCount }

    private static let source = #"""
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <fcntl.h>
        #include <stdarg.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/mman.h>
        #include <sys/types.h>
        #include <unistd.h>

        struct control {
            int operation, countdown, error, stored_percentage, failed_count, is_lasting, unused[10];
            char pattern[256];
        };
        static volatile struct control *control;

        __attribute__((constructor)) static void load(void) {
            const char *path = getenv("JOURNAL_TEST_FAULTS");
            int file = path ? open(path, O_RDWR) : -1;
            if (file < 0) return;
            void *memory = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
            close(file);
            if (memory != MAP_FAILED) control = memory;
        }

        static int path_fails(int operation, const char *path) {
            if (!control || control->operation != operation) return 0;
            if (!path || !strstr(path, (const char *)control->pattern)) return 0;
            if (control->countdown-- > 0) return 0;
            if (!control->is_lasting) control->operation = 0;
            control->failed_count++;
            return 1;
        }

        static int fails(int operation, int file) {
            char link[64], path[4096];
            if (!control || control->operation != operation) return 0;
            snprintf(link, sizeof link, "/proc/self/fd/%d", file);
            ssize_t count = readlink(link, path, sizeof path - 1);
            if (count < 0) return 0;
            path[count] = 0;
            return path_fails(operation, path);
        }

        #define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

        ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
            if (fails(1, file)) {
                size_t stored = count * control->stored_percentage / 100;
                if (stored) NEXT(pwrite64)(file, bytes, stored, offset);
                errno = control->error;
                return -1;
            }
            return NEXT(pwrite64)(file, bytes, count, offset);
        }

        ssize_t write(int file, const void *bytes, size_t count) {
            if (fails(1, file)) { errno = control->error; return -1; }
            return NEXT(write)(file, bytes, count);
        }

        int fsync(int file) {
            if (fails(2, file)) { errno = control->error; return -1; }
            return NEXT(fsync)(file);
        }

        int fdatasync(int file) {
            if (fails(2, file)) { errno = control->error; return -1; }
            return NEXT(fdatasync)(file);
        }

        int ftruncate64(int file, off64_t length) {
            if (fails(3, file)) { errno = control->error; return -1; }
            return NEXT(ftruncate64)(file, length);
        }

        static mode_t mode_of(int flags, va_list arguments) {
            return flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE
                ? va_arg(arguments, mode_t) : 0;
        }

        #define OPEN(name)                                                        \
            int name(const char *path, int flags, ...) {                          \
                va_list arguments;                                                \
                va_start(arguments, flags);                                       \
                mode_t mode = mode_of(flags, arguments);                          \
                va_end(arguments);                                                \
                if (path_fails(4, path)) { errno = control->error; return -1; }   \
                return NEXT(name)(path, flags, mode);                             \
            }
        OPEN(open64)
        OPEN(open)

        int unlink(const char *path) {
            if (path_fails(5, path)) { errno = control->error; return -1; }
            return NEXT(unlink)(path);
        }

        int rename(const char *path, const char *other) {
            if (path_fails(6, path)) { errno = control->error; return -1; }
            return NEXT(rename)(path, other);
        }

        int link(const char *path, const char *other) {
            if (path_fails(6, path)) { errno = control->error; return -1; }
            return NEXT(link)(path, other);
        }
        """#
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// Standard input, output and error of this process.
package enum StandardDescriptors {
    /// Opens `/dev/null` for each standard descriptor that is closed.
    ///
    /// Otherwise the next file or socket would get its number, and output would be written into the
    /// store or a connection. The replacement is opened in the unusable direction, so that reading
    /// input or writing output still fails.
    package static func openMissing() {
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number is this one: those below it are open by now.
            _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
        }
    }

    /// Lets a broken pipe end the process, even if the parent process ignored `SIGPIPE`.
    ///
    /// Without it, closing the reader of a long list would be reported as a failure to write.
    package static func restoreBrokenPipeSignal() { signal(SIGPIPE, SIG_DFL) }

    /// Returns whether a descriptor is a terminal.
    package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Returns whether a descriptor is open for reading.
    package static func isReadable(_ descriptor: Int32) -> Bool {
        let flags = fcntl(descriptor, F_GETFL)
        return flags >= 0 && flags & O_ACCMODE != O_WRONLY
    }
}

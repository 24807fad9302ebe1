// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// Standard input, output and error, made what a program may rely on before it does anything.
package enum StandardDescriptors {
    /// Puts something harmless in the place of each one that is closed, and lets a broken pipe end
    /// the program.
    ///
    /// Whatever is opened next would otherwise take the number of a closed one, and results would be
    /// written into the connection with the daemon. What takes the place is open in the other
    /// direction, so that using it stays an error.
    ///
    /// Who started this process may have told it to ignore `SIGPIPE`; then the reader of a long list
    /// that has seen enough would be told as a fault.
    package static func prepare() {
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number is this one: those below it are open by now.
            _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
        }
        signal(SIGPIPE, SIG_DFL)
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// Keeps the numbers of standard input, output and error free of anything else.
package enum StandardDescriptors {
    /// Puts something harmless in the place of each one that is closed.
    ///
    /// The store, a socket or a connection would otherwise take its number, and a line of the log
    /// would be written into it. What takes the place is open in the direction that is of no use, so
    /// that using it stays an error.
    package static func occupy() {
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number is this one: those below it are open by now.
            _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
        }
    }
}

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

    /// Reads a line from standard input, such as the answer to a question, without its end, and
    /// nothing beyond it.
    ///
    /// - Parameter length: The maximum number of bytes.
    /// - Returns: The line; nil at the end of the input, or if it cannot be read.
    package static func readLine(upTo length: Int = 4096) -> String? {
        var bytes: [UInt8] = []
        while bytes.count < length {
            guard let byte = (try? DescriptorIO.read(0, upTo: 1))?.first else {
                return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
            }
            if byte == UInt8(ascii: "\n") { break }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns whether a descriptor is open for reading.
    package static func isReadable(_ descriptor: Int32) -> Bool {
        let flags = fcntl(descriptor, F_GETFL)
        return flags >= 0 && flags & O_ACCMODE != O_WRONLY
    }

    /// Returns whether standard input is a pipe or a file that only this process was given.
    ///
    /// A loop of the shell, as in `while read -r line; do journal new "$line"; done < FILE`, passes
    /// its own input on to every command. Input that is also the standard input of the parent
    /// process therefore belongs to the parent. dash redirects a file for itself before it starts a
    /// command, so such a file is not read either.
    package static var hasExclusiveInput: Bool {
        var status = stat()
        guard isReadable(0), fstat(0, &status) == 0,
            [S_IFIFO, S_IFREG].contains(status.st_mode & S_IFMT)
        else { return false }
        if let inherited = FileIdentity(path: "/proc/\(getppid())/fd/0") {
            return inherited != FileIdentity(descriptor: 0)
        }
        // An unreadable entry is not a missing one: programs such as sudo hide their descriptors.
        return SystemError.last == .noSuchFile
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

extension FileSystem {
    /// Appends bytes to a file, which is created with its folder if it is missing.
    ///
    /// The file is opened for appending and written once, so that the lines of several processes
    /// are not mixed.
    ///
    /// - Returns: The size of the file afterwards.
    /// - Throws: An error if the file cannot be written.
    package static func append(_ bytes: [UInt8], to path: String) throws(ClientError) -> Int {
        let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW
        var descriptor = open(path, flags, 0o600)
        if descriptor < 0, errno == ENOENT, let slash = path.lastIndex(of: "/") {
            try makeDirectory(String(path[..<slash]))
            descriptor = open(path, flags, 0o600)
        }
        guard descriptor >= 0 else { throw failure("cannot write", path: path) }
        defer { close(descriptor) }
        guard write(bytes, descriptor: descriptor) else {
            throw failure("cannot write", path: path)
        }
        return Int(lseek(descriptor, 0, SEEK_CUR))
    }
}

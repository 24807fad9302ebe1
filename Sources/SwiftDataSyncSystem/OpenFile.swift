// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// An open file or folder, which is closed when it is released.
final class OpenFile: Sendable {
    /// The attributes of a file.
    struct Status {
        let inode: UInt64
        /// The time of the last change, in seconds since 1970.
        let modified: Int64
        let isRegular: Bool
    }

    private let descriptor: Int32
    private let path: String

    private init(_ path: String, flags: Int32) throws(IdentityFileError) {
        self.path = path
        descriptor = open(path, flags | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw IdentityFileError("opened", path: path) }
    }

    deinit { close(descriptor) }

    /// Opens a file to read, without waiting for the other end of a pipe.
    convenience init(reading path: String) throws(IdentityFileError) {
        try self.init(path, flags: O_RDONLY | O_NONBLOCK)
    }

    /// Opens a file to read; returns nil if it does not exist.
    convenience init?(readingIfPresent path: String) throws(IdentityFileError) {
        guard access(path, F_OK) == 0 || errno != ENOENT else { return nil }
        try self.init(reading: path)
    }

    /// Creates a file that only the user can read and write.
    convenience init(creating path: String) throws(IdentityFileError) {
        try self.init(path, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
    }

    /// Opens the folder of a file.
    convenience init(folderOf path: String) throws(IdentityFileError) {
        let end = path.lastIndex(of: "/")
        let folder = end.map { String(path[...$0]) } ?? "."
        try self.init(folder, flags: O_RDONLY | O_DIRECTORY)
    }

    func status() throws(IdentityFileError) -> Status {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw IdentityFileError("examined", path: path)
        }
        return Status(
            inode: UInt64(status.st_ino),
            modified: Int64(status.st_mtim.tv_sec),
            isRegular: status.st_mode & S_IFMT == S_IFREG
        )
    }

    /// Reads up to the end, or one byte more than a limit.
    func read(limit: Int) throws(IdentityFileError) -> [UInt8] {
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: limit + 1)
        while content.count <= limit {
            let count = Glibc.read(descriptor, &buffer, limit + 1 - content.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw IdentityFileError("read", path: path) }
            if count == 0 { break }
            content += buffer.prefix(count)
        }
        return content
    }

    func write(_ content: [UInt8]) throws(IdentityFileError) {
        var rest = content[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw IdentityFileError("written", path: path) }
            rest = rest.dropFirst(count)
        }
    }

    /// Sets the time of the last change.
    func setModified(seconds: Int) throws(IdentityFileError) {
        let time = timespec(tv_sec: seconds, tv_nsec: 0)
        guard futimens(descriptor, [time, time]) == 0 else {
            throw IdentityFileError("written", path: path)
        }
    }

    /// Waits until the content is on the disk.
    func synchronize() throws(IdentityFileError) {
        guard fsync(descriptor) == 0 else { throw IdentityFileError("written", path: path) }
    }
}

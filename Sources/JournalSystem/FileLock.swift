// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// An exclusive lock on a file, held until the object is released or the process ends.
///
/// The file stays after the lock is released: removing it would let two processes lock two files of
/// the same name.
package final class FileLock: Sendable {
    private let descriptor: Int32

    /// Locks a file, creating it if it is missing, and records this process as the holder.
    ///
    /// - Returns: The lock, or nil if another process holds it.
    /// - Throws: The error if the file cannot be opened.
    package static func acquire(_ path: String) throws(SystemError) -> FileLock? {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .last }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
        return FileLock(locked: descriptor)
    }

    private init(locked descriptor: Int32) {
        self.descriptor = descriptor
        let note = "\(getpid())\n"
        _ = ftruncate(descriptor, 0)
        _ = note.withCString { pwrite(descriptor, $0, strlen($0), 0) }
    }

    deinit {
        // If the file were only closed, a child process that has not executed its program yet and
        // still has the inherited descriptor would keep the lock.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Returns the process that recorded itself as the holder of a lock last, if one did.
    package static func holder(of path: String) -> Int32? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = read(descriptor, &bytes, bytes.count)
        let digits = bytes.prefix(max(0, count)).prefix { $0 >= 0x30 && $0 <= 0x39 }
        return Int32(String(decoding: digits, as: UTF8.self))
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// A lock on a file, held until the object is released or the process ends.
///
/// The file stays after the lock is released: removing it would let two processes lock two files of
/// the same name.
package final class FileLock: Sendable {
    /// The number of processes that can hold a lock at the same time.
    package enum Mode: Sendable {
        /// One process, which is recorded as the holder.
        case exclusive
        /// Any number, unless one holds it exclusively.
        case shared
    }

    /// The descriptor of the file, with which another process can continue to hold the lock.
    let descriptor: Int32

    /// Locks a file, creating it if it is missing.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - mode: The number of processes that can hold the lock.
    /// - Returns: The lock, or nil if another process holds it.
    /// - Throws: The error if the file cannot be opened, or if its file system has no locks.
    package static func acquire(
        _ path: String,
        _ mode: Mode = .exclusive
    ) throws(SystemError) -> FileLock? {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .last }
        guard flock(descriptor, (mode == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 else {
            let error = SystemError.last
            close(descriptor)
            guard error == .wouldBlock else { throw error }
            return nil
        }
        let lock = FileLock(locked: descriptor)
        if mode == .exclusive { lock.recordHolder() }
        return lock
    }

    /// Returns whether the locked file is the one at a path, and was not removed since.
    package func isFile(at path: String) -> Bool {
        var own = stat()
        var other = stat()
        return fstat(descriptor, &own) == 0 && stat(path, &other) == 0
            && own.st_ino == other.st_ino && own.st_dev == other.st_dev
    }

    /// Returns whether a process holds the lock on a file exclusively.
    ///
    /// For the time of this call, the lock cannot be acquired.
    package static func isHeld(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        // Reported as held, so that the caller waits, if no descriptor is free to test it.
        guard descriptor >= 0 else { return errno == EMFILE || errno == ENFILE }
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_SH | LOCK_NB) == 0 else { return errno == EWOULDBLOCK }
        flock(descriptor, LOCK_UN)
        return false
    }

    private init(locked descriptor: Int32) { self.descriptor = descriptor }

    private func recordHolder() {
        let note = "\(getpid())\n"
        _ = ftruncate(descriptor, 0)
        _ = note.withCString { pwrite(descriptor, $0, strlen($0), 0) }
    }

    /// Releases the lock, also for other processes that have the descriptor.
    func release() { flock(descriptor, LOCK_UN) }

    deinit {
        // If the file were only closed, a child process that has not executed its program yet and
        // still has the inherited descriptor would keep the lock.
        release()
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

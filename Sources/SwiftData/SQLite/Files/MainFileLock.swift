// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import Glibc
internal import Synchronization

/// A lock on the file of a store itself, regardless of the file's name.
///
/// The file of a `LockFile` can be removed while a process holds it, and a hard link to the store
/// in another folder has another lock file. This lock is on one byte far behind the end of the
/// store, which SQLite never locks, and belongs to the open descriptor: it neither conflicts with
/// the locks of SQLite, as one on the whole file does on a network file system, nor ends when
/// SQLite closes the file.
final class MainFileLock: Sendable {
    /// A range of bytes of a file.
    private struct Bytes {
        var start: off_t
        var count: off_t

        /// The byte that this lock is on.
        ///
        /// No store is as large: SQLite's limit is 2⁴⁸ bytes.
        static let lock = Bytes(start: 1 << 62, count: 1)
        /// The bytes on which each connection of SQLite has a shared lock while a log is in use.
        static let connections = Bytes(start: 0x4000_0002, count: 510)

        func request(_ kind: Int32) -> flock {
            var request = flock()
            request.l_type = Int16(truncatingIfNeeded: kind)
            request.l_whence = Int16(truncatingIfNeeded: SEEK_SET)
            request.l_start = start
            request.l_len = count
            return request
        }
    }

    /// `F_OFD_GETLK` and `F_OFD_SETLK` of <fcntl.h>, which declares them for GNU programs only.
    private static let testLock: Int32 = 36
    private static let setLock: Int32 = 37

    /// The files that this process has locked.
    ///
    /// None of them is opened again: closing any descriptor of a file releases the locks of all
    /// connections of SQLite to it.
    private static let lockedFiles = Mutex<Set<LockFile.Identity>>([])

    let identity: LockFile.Identity
    private let descriptor: Int32

    private init(_ identity: LockFile.Identity, descriptor: Int32) {
        self.identity = identity
        self.descriptor = descriptor
    }

    /// Locks the file at a path.
    ///
    /// A file that cannot be written is locked together with others that only read it.
    ///
    /// - Returns: The lock; `nil` if the file does not exist, or its file system has no locks,
    ///   which SQLite reports.
    /// - Throws: `StoreError` with the code `.locked` if a lock exists already.
    static func acquire(_ path: String) throws -> MainFileLock? {
        try lockedFiles.withLock { lockedFiles in
            guard let file = try open(path, lockedFiles) else { return nil }
            var request = Bytes.lock.request(file.isWritable ? F_WRLCK : F_RDLCK)
            var attempt = 1
            while fcntl(file.descriptor, setLock, &request) != 0 {
                let isLocked = errno == EAGAIN || errno == EACCES
                guard isLocked, attempt < LockFile.attempts.count else {
                    defer { close(file.descriptor) }
                    guard isLocked else { return nil }
                    throw LockFile.inUse(path, by: holder(file.descriptor))
                }
                // A process that exits releases the lock file of the store a moment before this
                // lock.
                attempt += 1
                usleep(LockFile.attempts.pause)
            }
            lockedFiles.insert(file.identity)
            return MainFileLock(file.identity, descriptor: file.descriptor)
        }
    }

    /// Verifies that the file at a path is not locked, without locking it.
    ///
    /// - Throws: `StoreError` with the code `.locked` if it is.
    static func requireFree(_ path: String) throws {
        try lockedFiles.withLock { lockedFiles in
            guard let file = try open(path, lockedFiles) else { return }
            defer { close(file.descriptor) }
            var request = Bytes.lock.request(F_RDLCK)
            guard fcntl(file.descriptor, testLock, &request) == 0,
                request.l_type != Int16(truncatingIfNeeded: F_UNLCK)
            else { return }
            throw LockFile.inUse(path, by: holder(file.descriptor))
        }
    }

    /// Opens a file that this process has not locked; nil if it cannot be opened.
    private static func open(
        _ path: String,
        _ lockedFiles: Set<LockFile.Identity>
    ) throws -> (identity: LockFile.Identity, descriptor: Int32, isWritable: Bool)? {
        guard let identity = LockFile.Identity(ofFileAt: path) else { return nil }
        guard !lockedFiles.contains(identity) else {
            throw LockFile.inUse(path, by: LockFile.name(ofProcess: getpid()))
        }
        // Opening a pipe, which may have replaced the file, would wait for its other end.
        let flags = O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        var isWritable = true
        var descriptor = Glibc.open(path, O_RDWR | flags)
        if descriptor < 0 {
            isWritable = false
            descriptor = Glibc.open(path, O_RDONLY | flags)
        }
        return descriptor < 0 ? nil : (identity, descriptor, isWritable)
    }

    /// Returns the name of the process that has a connection to a file.
    ///
    /// Locks of descriptors, as this type uses, do not name their process; SQLite's locks do.
    private static func holder(_ descriptor: Int32) -> String {
        var request = Bytes.connections.request(F_WRLCK)
        guard fcntl(descriptor, F_GETLK, &request) == 0,
            request.l_type != Int16(truncatingIfNeeded: F_UNLCK), request.l_pid > 0
        else { return "another process" }
        return LockFile.name(ofProcess: request.l_pid)
    }

    deinit {
        Self.lockedFiles.withLock { lockedFiles in
            // If the file were only closed, a child process that has not executed its program yet
            // and still has the inherited descriptor would keep the lock.
            var request = Bytes.lock.request(F_UNLCK)
            _ = fcntl(descriptor, Self.setLock, &request)
            close(descriptor)
            lockedFiles.remove(identity)
        }
    }
}

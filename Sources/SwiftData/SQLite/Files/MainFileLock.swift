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
    /// The byte that this lock is on.
    ///
    /// No store is as large: SQLite's limit is 2⁴⁸ bytes.
    private static let byte: off_t = 1 << 62
    /// The bytes of lock files: each process that shares a store locks the one of its lock file.
    private static let lockFiles: Range<off_t> = (1 << 62) + (1 << 33)..<(1 << 62) + (1 << 34)
    /// The bytes on which each connection of SQLite has a shared lock while a log is in use.
    private static let connections = (start: off_t(0x4000_0002), count: off_t(510))

    /// The files that this process has locked.
    ///
    /// None of them is opened again: closing any descriptor of a file releases the locks of all
    /// connections of SQLite to it.
    private static let lockedFiles = Mutex<Set<LockFile.Identity>>([])

    let identity: LockFile.Identity
    private let locks: ByteLocks

    private init(_ identity: LockFile.Identity, locks: ByteLocks) {
        self.identity = identity
        self.locks = locks
    }

    /// Locks the file at a path.
    ///
    /// A file that cannot be written is locked together with others that only read it.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - lockFile: The lock file of a store that is shared. The lock then excludes other
    ///     processes until `endAlone`, unless some share the store already. Nil for one process.
    /// - Returns: The lock; `nil` if the file does not exist, or its file system has no locks,
    ///   which SQLite reports.
    /// - Throws: `StoreError` with the code `.locked` if a lock exists already.
    static func acquire(
        _ path: String,
        sharedBy lockFile: LockFile.Identity? = nil
    ) throws -> MainFileLock? {
        try lockedFiles.withLock { lockedFiles in
            guard let file = try open(path, lockedFiles) else { return nil }
            let locks = ByteLocks(descriptor: file.descriptor)
            do {
                guard try lock(locks, isWritable: file.isWritable, beside: lockFile, of: path)
                else {
                    close(file.descriptor)
                    return nil
                }
            } catch {
                close(file.descriptor)
                throw error
            }
            lockedFiles.insert(file.identity)
            return MainFileLock(file.identity, locks: locks)
        }
    }

    /// Acquires the locks on an open file; returns false if its file system has none.
    private static func lock(
        _ locks: ByteLocks,
        isWritable: Bool,
        beside lockFile: LockFile.Identity?,
        of path: String
    ) throws -> Bool {
        let kinds: [ByteLocks.Kind] =
            isWritable ? lockFile == nil ? [.exclusive] : [.exclusive, .shared] : [.shared]
        var attempt = 1
        while !kinds.contains(where: { locks.lock($0, byte) }) {
            let isLocked = errno == EAGAIN || errno == EACCES
            guard isLocked, attempt < LockFile.attempts.count else {
                guard isLocked else { return false }
                throw LockFile.inUse(path, by: holder(locks.descriptor))
            }
            // A process that exits releases the lock file of the store a moment before this lock.
            attempt += 1
            usleep(LockFile.attempts.pause)
        }
        guard let lockFile else { return true }
        let own = lockFiles.lowerBound + lockFile.number(below: lockFiles.count)
        guard locks.lock(.shared, own), locks.isFree(for: .exclusive, lockFiles.lowerBound..<own),
            locks.isFree(for: .exclusive, own + 1..<lockFiles.upperBound)
        else {
            throw StoreError(
                .locked,
                "\(path) is open by another name, or its lock file was removed, in "
                    + "\(holder(locks.descriptor)); close it there"
            )
        }
        return true
    }

    /// Excludes the other processes that share the store; returns false if there are any.
    func becomeAlone() -> Bool { locks.lock(.exclusive, Self.byte) }

    /// Lets other processes share the store.
    func endAlone() { _ = locks.lock(.shared, Self.byte) }

    /// Verifies that the file at a path is not locked, without locking it.
    ///
    /// - Throws: `StoreError` with the code `.locked` if it is.
    static func requireFree(_ path: String) throws {
        try lockedFiles.withLock { lockedFiles in
            guard let file = try open(path, lockedFiles) else { return }
            defer { close(file.descriptor) }
            let locks = ByteLocks(descriptor: file.descriptor)
            guard
                !locks.isFree(for: .shared, byte..<byte + 1)
                    // A shared store has a lock file, unless it was removed.
                    || !locks.isFree(for: .exclusive, lockFiles)
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
            throw LockFile.inUse(path, by: ProcessName(getpid()).description)
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
        var request = flock()
        request.l_type = Int16(truncatingIfNeeded: F_WRLCK)
        request.l_whence = Int16(truncatingIfNeeded: SEEK_SET)
        request.l_start = connections.start
        request.l_len = connections.count
        guard fcntl(descriptor, F_GETLK, &request) == 0,
            request.l_type != Int16(truncatingIfNeeded: F_UNLCK), request.l_pid > 0
        else { return "another process" }
        return ProcessName(request.l_pid).description
    }

    deinit {
        Self.lockedFiles.withLock { lockedFiles in
            // If the file were only closed, a child process that has not executed its program yet
            // and still has the inherited descriptor would keep the lock.
            locks.unlock(Self.byte)
            locks.unlock(Self.lockFiles)
            close(locks.descriptor)
            lockedFiles.remove(identity)
        }
    }
}

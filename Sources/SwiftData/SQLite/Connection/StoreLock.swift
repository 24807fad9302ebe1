// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import Glibc

/// A lock that allows only one process at a time to open a store.
///
/// With the supported SQLite versions two writers of one file can lose data. The kernel releases
/// the lock when the process terminates, even after a crash.
final class StoreLock: Sendable {
    /// The identity of the lock's file.
    struct Identity: Hashable {
        let device: dev_t
        let number: ino_t
    }

    /// The reason for which a process locks a store.
    enum Purpose: String {
        /// The store is open, for as long as the process likes.
        case use = ""
        /// The file is read, checked or replaced as a whole, which ends by itself.
        case wholeFile = " briefly"
    }

    /// The number of attempts to acquire a lock, and the microseconds between them.
    ///
    /// A check holds a lock for an instant to find out whether another process has it.
    private static let attempts = (count: 5, pause: UInt32(2_000))

    let identity: Identity
    private let path: String
    private let descriptor: Int32

    /// Returns whether the store at `store` has a lock: it was open before.
    static func exists(for store: URL) -> Bool { access(path(for: store), F_OK) == 0 }

    private static func path(for store: URL) -> String {
        store.path(percentEncoded: false) + ".lock"
    }

    /// Opens the lock of the store at `store`, without acquiring it.
    ///
    /// - Throws: `StoreError` if the lock's file cannot be created.
    init(for store: URL) throws {
        self.path = store.path(percentEncoded: false)
        let path = Self.path(for: store)
        var descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        if descriptor < 0, [EROFS, EACCES, EPERM].contains(errno) {
            let code = errno
            // Enough for the lock, which excludes those that can write.
            descriptor = open(path, O_RDONLY | O_CLOEXEC)
            errno = code
        }
        guard descriptor >= 0 else {
            throw StoreError(
                .inputOutput,
                "could not create \(path): \(String(cString: strerror(errno)))"
            )
        }
        var status = stat()
        fstat(descriptor, &status)
        identity = Identity(device: status.st_dev, number: status.st_ino)
        self.descriptor = descriptor
    }

    /// Acquires the lock.
    ///
    /// - Throws: `StoreError` with the code `.locked`, which names the process that holds the lock.
    func acquire(for purpose: Purpose = .use) throws {
        var attempt = 1
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard attempt < Self.attempts.count else {
                throw StoreError(
                    .locked,
                    "\(path) is in use by \(Self.holder(descriptor)); "
                        + "only one process can open a store at a time"
                )
            }
            attempt += 1
            usleep(Self.attempts.pause)
        }
        let note = "\(getpid()) \(ProcessInfo.processInfo.processName)\(purpose.rawValue)\n"
        _ = ftruncate(descriptor, 0)
        _ = note.withCString { pwrite(descriptor, $0, strlen($0), 0) }
    }

    deinit {
        // If the file were only closed, a child process that has not executed its program yet and
        // still has the inherited descriptor would keep the lock.
        release()
        close(descriptor)
    }

    /// Releases the lock, so that another process can open the store.
    func release() { flock(descriptor, LOCK_UN) }

    /// Whether the process that acquired the lock last works on the whole file, so that it releases
    /// the lock by itself.
    var isHeldBriefly: Bool { Self.note(descriptor).hasSuffix(Purpose.wholeFile.rawValue) }

    /// Returns the name of the process that holds the lock, for error messages.
    private static func holder(_ descriptor: Int32) -> String {
        let note = note(descriptor)
        guard !note.isEmpty else { return "another process" }
        let suffix = Purpose.wholeFile.rawValue
        guard note.hasSuffix(suffix) else { return "process \(note)" }
        return "process \(note.dropLast(suffix.count)), which checks or replaces it"
    }

    private static func note(_ descriptor: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 128)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

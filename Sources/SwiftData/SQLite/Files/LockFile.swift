// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import Glibc

/// A lock that allows only one process at a time to open a store, or only processes that share it.
///
/// With the supported SQLite versions two writers of one file can lose data; processes that share a
/// store take turns to write it (`StoreProcesses`). The kernel releases
/// the lock when the process terminates, even after a crash. The lock has a file of its own,
/// because the store may not exist yet, and a migration replaces it; `MainFileLock` is on the store
/// itself.
final class LockFile: Sendable {
    /// The identity of a file.
    struct Identity: Hashable {
        let device: dev_t
        let number: ino_t

        fileprivate init(_ status: stat) {
            device = status.st_dev
            number = status.st_ino
        }

        /// Returns a number below a limit that other files hardly share.
        func number(below limit: Int) -> off_t {
            off_t((UInt64(number) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(device)) % UInt64(limit))
        }

        /// Returns the identity of the file at a path; `nil` if it is not a regular file.
        init?(ofFileAt path: String) {
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            self.init(status)
        }
    }

    /// The reason for which a process locks a store.
    enum Purpose: Equatable {
        /// The store is open, for any length of time.
        case use
        /// The file is read, checked or replaced as a whole, which ends by itself.
        case wholeFile
        /// The store is open, also in other processes, for which others wait up to a limit.
        case sharing(Duration)
    }

    /// Follows the name of a process that works on the whole file.
    private static let briefSuffix = " briefly"

    /// The number of attempts to acquire a lock, and the microseconds between them.
    ///
    /// A check holds a lock for an instant to find out whether another process has it.
    static let attempts = (count: 5, pause: UInt32(2_000))

    /// The identity of the lock's file.
    let identity: Identity
    private let path: String
    private let descriptor: Int32

    /// Returns whether the store at `store` has a lock: it was open before.
    static func exists(for store: URL) -> Bool { access(path(for: store), F_OK) == 0 }

    private static func path(for store: URL) -> String {
        store.path(percentEncoded: false) + ".lock"
    }

    /// Joins the processes that share the store, after `share`.
    func joinProcesses() throws -> StoreProcesses {
        try StoreProcesses(path, lockFile: descriptor)
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
            // Enough for the lock, which excludes processes that can write.
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
        identity = Identity(status)
        self.descriptor = descriptor
    }

    /// Acquires the lock.
    ///
    /// - Throws: `StoreError` with the code `.locked`, which names the process that holds the lock.
    func acquire(for purpose: Purpose = .use) throws {
        try acquire(LOCK_EX)
        let suffix = purpose == .wholeFile ? Self.briefSuffix : ""
        write("\(getpid()) \(ProcessInfo.processInfo.processName)\(suffix)\n")
    }

    /// Acquires the lock together with other processes that share the store.
    ///
    /// - Throws: `StoreError` with the code `.locked`, which names the process that holds the lock.
    func share() throws {
        try acquire(LOCK_SH)
        // The name of a process that had the store for itself.
        write("")
    }

    /// Replaces the note in the file, and keeps its size: processes may have mapped the rest.
    private func write(_ note: String) {
        var bytes = Array(note.utf8.prefix(Self.noteSize))
        bytes += [UInt8](repeating: 0, count: Self.noteSize - bytes.count)
        _ = pwrite(descriptor, bytes, bytes.count, 0)
    }

    private func acquire(_ kind: Int32) throws {
        var attempt = 1
        while flock(descriptor, kind | LOCK_NB) != 0 {
            guard attempt < Self.attempts.count else {
                throw Self.inUse(path, by: Self.holder(descriptor))
            }
            attempt += 1
            usleep(Self.attempts.pause)
        }
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
    var isHeldBriefly: Bool { Self.note(descriptor).hasSuffix(Self.briefSuffix) }

    /// Returns the error of a store that is in use by the process of a name.
    static func inUse(_ path: String, by holder: String) -> StoreError {
        StoreError(
            .locked,
            "\(path) is in use by \(holder); only one process can open a store at a time, unless "
                + "all share it"
        )
    }

    /// Returns the name of the process that holds the lock, for error messages.
    private static func holder(_ descriptor: Int32) -> String {
        let note = note(descriptor)
        guard !note.isEmpty else { return StoreProcesses.names(of: descriptor) }
        let suffix = briefSuffix
        guard note.hasSuffix(suffix) else { return "process \(note)" }
        return "process \(note.dropLast(suffix.count)), which checks or replaces it"
    }

    /// The number of bytes for the name of a process.
    private static let noteSize = 128

    private static func note(_ descriptor: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: noteSize)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return String(decoding: bytes[..<max(0, count)].prefix { $0 != 0 }, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

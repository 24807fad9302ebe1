// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import Glibc

/// A lock that allows only one process at a time to open a store.
///
/// With the supported SQLite versions two writers of one file can lose data. The kernel releases
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

        /// Returns the identity of the file at a path; `nil` if it is not a regular file.
        init?(ofFileAt path: String) {
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            self.init(status)
        }
    }

    /// The reason for which a process locks a store.
    enum Purpose: String {
        /// The store is open, for any length of time.
        case use = ""
        /// The file is read, checked or replaced as a whole, which ends by itself.
        case wholeFile = " briefly"
    }

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
        var attempt = 1
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard attempt < Self.attempts.count else {
                throw Self.inUse(path, by: Self.holder(descriptor))
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

    /// Returns the error of a store that is in use by the process of a name.
    static func inUse(_ path: String, by holder: String) -> StoreError {
        StoreError(
            .locked,
            "\(path) is in use by \(holder); only one process can open a store at a time"
        )
    }

    /// Returns the name of a process for error messages.
    static func name(ofProcess number: pid_t) -> String {
        let program = try? String(contentsOfFile: "/proc/\(number)/comm", encoding: .utf8)
        return "process \(number) \(program ?? "")".trimmingCharacters(in: .whitespacesAndNewlines)
    }

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

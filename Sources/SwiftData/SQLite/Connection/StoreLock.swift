// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import Glibc

/// A lock that allows only one container at a time to open a store.
///
/// With the supported SQLite versions two writers of one file can lose data, and neither would
/// merge the other's changes. The kernel releases the lock when the process terminates, even after
/// a crash.
final class StoreLock: Sendable {
    private let descriptor: Int32

    /// Acquires the lock of the store at `store`.
    ///
    /// - Throws: `StoreError` with the code `.locked`, which names the process that holds the lock.
    init(for store: URL) throws {
        let path = store.path(percentEncoded: false) + ".lock"
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StoreError(
                .inputOutput,
                "could not create \(path): \(String(cString: strerror(errno)))"
            )
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let holder = Self.holder(descriptor)
            close(descriptor)
            throw StoreError(
                .locked,
                "\(store.path(percentEncoded: false)) is in use by \(holder); "
                    + "only one container can open a store at a time"
            )
        }
        self.descriptor = descriptor
        let note = "\(getpid()) \(ProcessInfo.processInfo.processName)\n"
        _ = ftruncate(descriptor, 0)
        _ = note.withCString { pwrite(descriptor, $0, strlen($0), 0) }
    }

    deinit {
        // If the file were only closed, a child process that has not executed its program yet and
        // still has the inherited descriptor would keep the lock.
        release()
        close(descriptor)
    }

    /// Releases the lock, so that another container can open the store.
    func release() { flock(descriptor, LOCK_UN) }

    /// Returns the name of the process that holds the lock, for error messages.
    private static func holder(_ descriptor: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 128)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return "another container" }
        let note = String(decoding: bytes[..<count], as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        return note.hasPrefix("\(getpid()) ") ? "this process" : "process \(note)"
    }
}

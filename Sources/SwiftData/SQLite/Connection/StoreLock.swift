// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import Glibc

/// Makes sure that one container at a time has a store open.
///
/// Two writers of one file can lose data with the SQLite versions in use, and neither would see the
/// other's changes. The lock is the kernel's, so it ends with the process however that ends.
final class StoreLock: Sendable {
    private let descriptor: Int32

    /// - Throws: `StoreError.Code.locked`, saying who has it.
    init(for store: URL) throws {
        let path = store.path(percentEncoded: false) + ".lock"
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StoreError(
                .inputOutput,
                "\(path) can't be made: \(String(cString: strerror(errno)))"
            )
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let holder = Self.holder(descriptor)
            close(descriptor)
            throw StoreError(
                .locked,
                "\(store.path(percentEncoded: false)) is in use by \(holder); one process owns a store"
            )
        }
        self.descriptor = descriptor
        let note = "\(getpid()) \(ProcessInfo.processInfo.processName)\n"
        _ = ftruncate(descriptor, 0)
        _ = note.withCString { pwrite(descriptor, $0, strlen($0), 0) }
    }

    deinit {
        // Closing alone would leave the lock to a child that is being started and still has a copy.
        release()
        close(descriptor)
    }

    /// Lets another container open the store.
    func release() { flock(descriptor, LOCK_UN) }

    private static func holder(_ descriptor: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 128)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return "another container" }
        let note = String(decoding: bytes[..<count], as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        return note.hasPrefix("\(getpid()) ") ? "this process" : "process \(note)"
    }
}

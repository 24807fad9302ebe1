// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import Glibc

/// The right to synchronize a store, which one process has at a time, and one container of it.
///
/// A replica keeps state of its store, which the rounds of another one would not change.
final class StoreLock: Sendable {
    private let descriptor: Int32

    /// Locks a file next to a store.
    ///
    /// - Throws: `CloudError` with the code `.busy` if it is locked.
    init(ofStore path: String) throws(CloudError) {
        let path = path + ".sync-lock"
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, mode_t(S_IRUSR | S_IWUSR))
        guard descriptor >= 0 else {
            throw CloudError(
                .failed,
                message: "cannot open \(path): \(String(cString: strerror(errno)))"
            )
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw CloudError(
                .busy,
                message: "another process, or another container, synchronizes the store; what it "
                    + "saves here is synchronized there"
            )
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }
}

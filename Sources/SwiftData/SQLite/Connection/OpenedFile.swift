// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// Which file a store was opened as.
///
/// Somebody may remove or replace a file that is open. SQLite goes on with the old one, and all
/// that is saved from then on goes when it is closed.
struct OpenedFile: Sendable {
    private let path: String
    private let device: dev_t
    private let number: ino_t

    /// Remembers the file at a path; nil when there is none.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.path = path
        device = status.st_dev
        number = status.st_ino
    }

    /// - Throws: `StoreError.Code.replaced` when the path has no file any more, or another.
    func requireInPlace() throws {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw StoreError(.replaced, "\(path) was removed while it was open; nothing is saved")
        }
        guard status.st_dev == device, status.st_ino == number else {
            throw StoreError(
                .replaced,
                "\(path) was replaced by another file while it was open; nothing is saved"
            )
        }
    }
}

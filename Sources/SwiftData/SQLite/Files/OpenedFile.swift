// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import Glibc

/// The identity of the file that a store was opened from.
///
/// A file can be removed or replaced while it is open. SQLite continues to use the old file, and
/// everything saved from then on is lost when it is closed.
struct OpenedFile: Sendable {
    private let path: String
    private let device: dev_t
    private let number: ino_t

    /// Records the identity of the file at `path`, or returns `nil`.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.path = path
        device = status.st_dev
        number = status.st_ino
    }

    /// Returns whether this process has the file at a path open, under whatever name.
    ///
    /// Closing any descriptor of such a file releases the locks of all connections of the process
    /// to it. A file is assumed to be open if the descriptors cannot be listed.
    static func isOpenInProcess(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        let descriptors = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        guard let descriptors else { return true }
        return descriptors.contains { name in
            var other = stat()
            guard let descriptor = Int32(name), fstat(descriptor, &other) == 0 else { return false }
            return other.st_dev == status.st_dev && other.st_ino == status.st_ino
        }
    }

    /// Verifies that the path still refers to the opened file.
    ///
    /// - Throws: `StoreError` with the code `.replaced` if the file was removed or replaced.
    func requireInPlace() throws {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw StoreError(
                .replaced,
                "\(path) was removed while it was open; changes can no longer be saved to it"
            )
        }
        guard status.st_dev == device, status.st_ino == number else {
            throw StoreError(
                .replaced,
                "\(path) was replaced while it was open; changes can no longer be saved to it"
            )
        }
    }
}

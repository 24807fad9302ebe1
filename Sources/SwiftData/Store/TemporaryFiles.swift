// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// A folder that only this user can read, and that is removed with its owner.
final class TemporaryFiles: Sendable {
    let url: URL

    /// Creates the folder in the folder for temporary files, or in another one.
    ///
    /// - Throws: `StoreError` if it cannot be created.
    init(in parent: URL = FileManager.default.temporaryDirectory) throws {
        url = parent.appending(path: "swiftdata-\(UUID.random().uuidString)")
        do {
            try FileManager.default.createDirectory(
                at: url,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw StoreError(
                .inputOutput,
                "could not create \(url.path(percentEncoded: false)): \(FileFailure(error))"
            )
        }
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}

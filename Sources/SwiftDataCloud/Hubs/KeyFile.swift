// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import SwiftDataSync

/// A file with the key of a hub, as text that a person can type.
struct KeyFile {
    private let url: URL

    init(_ url: URL) { self.url = url }

    /// Reads the key.
    ///
    /// - Throws: `CloudError` with the code `.key` if the file does not exist or has no key, and
    ///   `.denied` if it cannot be read.
    func read() throws(CloudError) -> SpaceKey {
        let path = url.path(percentEncoded: false)
        guard let text = try PrivateFile(url).read(limit: 1_024) else {
            throw CloudError(
                .key,
                message: "the file with the key, \(path), does not exist; copy it here"
            )
        }
        do throws(SyncError) {
            return try KeyText.key(text)
        } catch {
            throw CloudError(.key, message: "\(path): \(error.message)")
        }
    }

    /// Writes the key, unless the file has it already, such as from a hub that was removed.
    ///
    /// - Throws: `CloudError` if the file has another key, or cannot be written.
    func write(_ key: SpaceKey) throws(CloudError) {
        if try PrivateFile(url).read(limit: 1_024) == nil {
            return try PrivateFile(url).create(KeyText.text(key) + [UInt8(ascii: "\n")])
        }
        guard try read() == key else {
            throw CloudError(
                .key,
                message: "\(url.path(percentEncoded: false)) has another key; move it away"
            )
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation

/// A temporary directory that is removed with its owner.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "cloud-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Returns the path of a file in the directory.
    func path(_ name: String) -> String {
        url.appending(path: name).path(percentEncoded: false)
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation

/// A temporary directory that is removed with its owner.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appending(path: "swiftdata-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The URL of a store file in the directory.
    var store: URL { url.appending(path: "test.store") }

    func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }
}

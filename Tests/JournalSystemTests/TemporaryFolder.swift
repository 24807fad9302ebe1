// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation

/// A directory of one test, removed when the value is released.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = "/tmp/journal-system-\(UUID().uuidString.prefix(13))"
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: false
        )
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalClient
internal import JournalProtocol

/// A directory of one test, removed when the value is released.
package final class TemporaryDirectory: Sendable {
    /// The path of the directory.
    package let path: String

    /// Creates a directory below `/tmp`.
    package init() throws {
        path = "/tmp/journal-test-\(EntryID.random().text.prefix(13))"
        try FileSystem.makeDirectory(path)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol
internal import JournalSystem

/// The file in which `watch` remembers how far it came.
package struct CursorFile: Sendable {
    private let path: String

    /// Remembers in a file.
    package init(path: String) { self.path = path }

    /// The place in the file, or nil when there is no file yet.
    package func read() throws(ClientError) -> Cursor? {
        guard FileStatus(path: path) != nil else { return nil }
        let text = String(decoding: try FileSystem.read(path), as: UTF8.self)
        return try Self.parse(Editor.trimmed(text))
    }

    /// Keeps a place.
    package func write(_ cursor: Cursor) throws(ClientError) {
        try FileSystem.write(Array("\(cursor)\n".utf8), to: path)
    }

    /// Reads a cursor as people type it.
    package static func parse(_ text: String) throws(ClientError) -> Cursor {
        guard let cursor = Cursor(text) else {
            throw ClientError(.usage, "\"\(text)\" is not a cursor of a journal")
        }
        return cursor
    }
}

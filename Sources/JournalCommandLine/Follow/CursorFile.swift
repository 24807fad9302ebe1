// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
package import JournalClient
package import JournalProtocol

/// The file in which `watch` saves its position.
package struct CursorFile: Sendable {
    private let path: String

    /// Names the file.
    package init(path: String) { self.path = path }

    /// Returns the cursor in the file, or nil if there is no file yet.
    ///
    /// - Throws: `usage` if the file contains no cursor.
    package func read() throws(ClientError) -> Cursor? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        // A FIFO or a device keeps no cursor, and would be replaced by a file.
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw ClientError(.usage, "\(path) is not a regular file; use another for the cursor")
        }
        let text = Editor.trimmed(String(decoding: try FileSystem.read(path), as: UTF8.self))
        guard let cursor = Cursor(text) else {
            throw ClientError(
                .usage,
                "\(path) does not contain a cursor",
                advice: "To start with the next change, remove the file."
            )
        }
        return cursor
    }

    /// Saves a cursor.
    package func write(_ cursor: Cursor) throws(ClientError) {
        try FileSystem.write(Array("\(cursor)\n".utf8), to: FileSystem.followingLinks(path))
    }

    /// Parses a cursor from the command line.
    package static func parse(_ text: String) throws(ClientError) -> Cursor {
        guard let cursor = Cursor(text) else {
            throw ClientError(.usage, "invalid cursor \"\(text)\"")
        }
        return cursor
    }
}

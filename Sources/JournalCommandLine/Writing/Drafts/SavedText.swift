// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol

/// A file with a text that is not in the journal.
package struct SavedText: Sendable, Equatable {
    /// The reason why the text is not in the journal.
    package enum Kind: String, Sendable, CaseIterable, JSONConvertible {
        /// The text was not finished, or it was rejected.
        case draft
        /// The entry was changed by another program before the edit was written.
        case conflict
        /// No daemon accepted the text so far.
        case undelivered
    }

    /// The edit that a text was meant for.
    package struct Edit: Sendable, Equatable {
        /// The entry.
        package var id: EntryID
        /// The revision of the entry that was edited.
        package var revision: Int64

        /// Describes an edit.
        package init(id: EntryID, revision: Int64) {
            self.id = id
            self.revision = revision
        }
    }

    /// The path of the file.
    package var path: String
    /// The reason why the text is not in the journal.
    package var kind: Kind
    /// The time of the last change of the file.
    package var modifiedAt: Timestamp
    /// The process that has opened the file in an editor, or `nil`.
    package var holder: Int32? { DraftLock.holder(of: path) }

    /// Describes a file.
    package init(path: String, kind: Kind, modifiedAt: Timestamp) {
        self.path = path
        self.kind = kind
        self.modifiedAt = modifiedAt
    }

    /// The name of the file without its extension.
    package var name: String { Self.name(of: path) }

    /// Returns the name of a file without its extension.
    static func name(of path: String) -> String {
        let file = path.split(separator: "/").last ?? ""
        return String(file.hasSuffix(".md") ? file.dropLast(3) : file)
    }

    /// The edit that the text was meant for, from the name of the file; nil for a new entry.
    package var edit: Edit? {
        guard kind != .undelivered, name.utf8.count > 37, let id = EntryID(String(name.prefix(36)))
        else { return nil }
        let number = name.dropFirst(37).prefix { $0 != "-" }
        return Int64(number).map { Edit(id: id, revision: $0) }
    }

    /// Removes the file and its attributes.
    package func remove() throws(ClientError) {
        try FileSystem.remove(path)
        DraftAttributes.remove(ofDraft: path)
    }

    /// Returns the text, without the attributes that precede it in the outbox.
    package func text() throws(ClientError) -> String {
        if kind == .undelivered { return try Outbox.call(at: path).text }
        guard let text = String(validating: try FileSystem.read(path), as: UTF8.self) else {
            throw ClientError(
                .input,
                "\(path) is not valid UTF-8",
                advice: "Convert it first, for example with iconv."
            )
        }
        return Editor.trimmed(text)
    }

    /// Returns the first line for a list; also of a file that is not valid UTF-8.
    package var firstLine: String {
        let text =
            (try? text())
            ?? (try? FileSystem.read(path)).map {
                String(decoding: $0, as: UTF8.self)
            }
        guard let text, EntryBuffer.isBuffer(text), let buffer = try? EntryBuffer(text) else {
            return Self.cut(EntryText.firstLine(text ?? ""))
        }
        let count = buffer.blocks.count == 1 ? "1 entry" : "\(buffer.blocks.count) entries"
        return "\(count): " + Self.cut(EntryText.firstLine(buffer.blocks.first?.text ?? ""))
    }

    /// Returns a line of at most the length that an entry has in a list.
    private static func cut(_ line: String) -> String {
        // Finding the ends of characters takes long, and a character is at least a byte.
        guard line.utf8.count > EntryRecord.summaryLength else { return line }
        let beginning = line.prefix(EntryRecord.summaryLength)
        return beginning.endIndex == line.endIndex ? line : String(beginning) + " …"
    }
}

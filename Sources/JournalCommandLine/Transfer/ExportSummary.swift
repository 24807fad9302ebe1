// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

/// The number of objects that an export contains.
package struct ExportSummary: Sendable, Equatable {
    /// The number of entries.
    package var entries = 0
    /// The number of attached files that were exported.
    package var attachments = 0
    /// The number of attached files that were omitted.
    package var omittedAttachments = 0
    /// The entries that are not part of the export, because they are damaged in the store.
    package var unreadable = UnreadableTexts()
    /// The files that are not part of the export, because they are damaged in the store.
    package var unreadableFiles = UnreadableFiles()
    /// The path of the export; nil for standard output.
    package var path: String?

    /// The summary for a person.
    package var text: String {
        var parts = ["\(entries) \(entries == 1 ? "entry" : "entries")"]
        if attachments > 0 {
            parts.append("\(attachments) \(attachments == 1 ? "attachment" : "attachments")")
        }
        return parts.joined(separator: ", ")
    }

    /// The lines that say what is damaged.
    package var damage: [String] {
        [unreadable.message, unreadableFiles.message].compactMap { $0 }
    }

    /// The summary for a program.
    package var json: JSON {
        var object = JSONObject()
        object.append("entries", entries)
        object.append("attachments", attachments)
        object.append("omittedAttachments", omittedAttachments)
        object.append("unreadable", each: unreadable.ids.isEmpty ? nil : unreadable.ids)
        object.append(
            "unreadableAttachments",
            unreadableFiles.count > 0 ? unreadableFiles.count : nil
        )
        object.append("path", path)
        return .object(object)
    }
}

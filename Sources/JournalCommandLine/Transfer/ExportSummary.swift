// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

/// The number of objects that an export contains.
package struct ExportSummary: Sendable, Equatable {
    /// The number of entries.
    package var entries = 0
    /// The number of files whose content was exported.
    package var attachments = 0
    /// The number of files whose content is not part of the export.
    package var omittedAttachments = 0
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

    /// The summary for a program.
    package var json: JSON {
        var object = JSONObject()
        object.append("entries", entries)
        object.append("attachments", attachments)
        object.append("omittedAttachments", omittedAttachments)
        object.append("path", path)
        return .object(object)
    }
}

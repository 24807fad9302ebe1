// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

/// The result of a recovery.
package struct RecoverySummary {
    /// The number of entries that were written.
    package var entries = 0
    /// The number of entries in the trash that were omitted.
    package var omittedTrash = 0
    /// The number of attached files that were written.
    package var attachments = 0
    /// The number of attached files that were omitted, because there is no folder for them.
    package var omittedAttachments = 0
    /// The number of earlier versions of the entries.
    package var earlierTexts = 0
    /// The number of entries that were found, but could not be read again.
    package var unread = 0
    /// The entries that are not complete, with what they lack.
    package var incomplete: [(id: String, problems: [String])] = []
    /// The entries of which nothing but the identifier is left.
    ///
    /// There may be more, of which no index has the identifier either.
    package var lost: [String] = []
    /// The number of pages that cannot be read, by the names of tables.
    package var damagedPages: [String: Int] = [:]
    /// Whether the list of tables was readable.
    package var hasSchema = true
    /// The path of the result; nil for standard output.
    package var path: String?

    /// The summary in a line.
    package var text: String {
        var text = "read " + Self.count(entries, one: "entry", many: "entries")
        if attachments > 0 {
            text += ", " + Self.count(attachments, one: "attachment", many: "attachments")
        }
        if !incomplete.isEmpty { text += ", \(incomplete.count) of them incomplete" }
        if !lost.isEmpty {
            text += "; at least " + Self.count(lost.count, one: "entry", many: "entries") + " lost"
        }
        return text
    }

    /// The lines about what is missing.
    package var details: [String] {
        var lines = incomplete.map { "\($0.id): " + $0.problems.joined(separator: ", ") }
        lines += lost.map { "\($0): lost" }
        lines += damagedPages.sorted { $0.key < $1.key }.map {
            "\($0.key): " + Self.count($0.value, one: "page", many: "pages") + " cannot be read"
        }
        if !hasSchema { lines.append("the list of tables cannot be read; all pages were searched") }
        if omittedTrash > 0 {
            lines.append(
                Self.count(omittedTrash, one: "entry", many: "entries")
                    + " in the trash omitted; to include them: --trash"
            )
        }
        if omittedAttachments > 0 {
            lines.append(
                Self.count(omittedAttachments, one: "attached file", many: "attached files")
                    + " omitted; to include them: --to FOLDER/"
            )
        }
        if earlierTexts > 0 {
            lines.append(
                Self.count(earlierTexts, one: "earlier version", many: "earlier versions")
                    + " of entries are in the file, as earlierTexts"
            )
        }
        if unread > 0 {
            lines.append(
                Self.count(unread, one: "entry was", many: "entries were") + " found, but not read"
            )
        }
        return lines
    }

    /// Whether nothing is missing.
    package var isComplete: Bool {
        incomplete.isEmpty && unread == 0 && lost.isEmpty && damagedPages.isEmpty && hasSchema
    }

    /// The summary for a program.
    package var json: JSON {
        var object = JSONObject()
        object.append("entries", entries)
        object.append("attachments", attachments)
        object.append("omittedTrash", omittedTrash)
        object.append("omittedAttachments", omittedAttachments)
        object.append("earlierTexts", earlierTexts)
        object.append("unread", unread > 0 ? unread : nil)
        object.append(
            "incomplete",
            each: incomplete.map { item -> JSON in
                ["id": .string(item.id), "problems": .array(item.problems.map { .string($0) })]
            }
        )
        object.append("lost", each: lost)
        var pages = JSONObject()
        for (name, count) in damagedPages.sorted(by: { $0.key < $1.key }) {
            pages.append(name, count)
        }
        object.append("damagedPages", JSON.object(pages))
        object.append("schema", hasSchema)
        object.append("path", path)
        return .object(object)
    }

    private static func count(_ count: Int, one: String, many: String) -> String {
        "\(count) \(count == 1 ? one : many)"
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

/// The result of an import.
package struct ImportSummary: Sendable, Equatable {
    /// The number of entries in the files.
    package var entries = 0
    /// The number of entries that were created.
    package var created = 0
    /// The number of entries that existed already, with the same text.
    package var existing = 0
    /// The number of those that are in the trash, and remain there.
    package var trashed = 0
    /// The number of entries that exist with another text, and were not changed.
    package var changed = 0
    /// The number of records that are no entries, or that the daemon rejected.
    package var skipped = 0
    /// The number of attached files.
    package var attachments = 0
    /// The number of attached files whose content the import does not contain.
    package var missingAttachments = 0
    /// The number of earlier texts that were too many or too long for a request.
    package var omittedEarlierTexts = 0
    /// The names of fields that an entry has no place for.
    package var omittedFields: Set<String> = []
    /// The names of the notebooks.
    package var notebooks: Set<String> = []
    /// The names of the tags.
    package var tags: Set<String> = []
    /// Whether nothing was written.
    package var isDryRun = false

    /// The summary for a person.
    package var text: String {
        var parts: [String] = []
        if isDryRun {
            parts.append(Self.count(entries, "entry", "entries"))
            parts.append(Self.count(notebooks.count, "notebook", "notebooks"))
            parts.append(Self.count(tags.count, "tag", "tags"))
            parts.append(Self.count(attachments, "attachment", "attachments"))
        } else {
            parts.append("\(Self.count(created, "entry", "entries")) imported")
            if existing > 0 { parts.append("\(existing) existed already") }
            if trashed > 0 { parts.append("\(trashed) of them in the trash") }
            if changed > 0 { parts.append("\(changed) exist with another text") }
            if attachments > 0 {
                parts.append(Self.count(attachments, "attachment", "attachments"))
            }
        }
        if missingAttachments > 0 {
            parts.append(Self.count(missingAttachments, "attachment", "attachments") + " missing")
        }
        if omittedEarlierTexts > 0 {
            parts.append(
                Self.count(omittedEarlierTexts, "earlier text", "earlier texts") + " left out"
            )
        }
        if !omittedFields.isEmpty { parts.append("fields left out: \(omittedNames)") }
        if skipped > 0 { parts.append("\(skipped) skipped") }
        return parts.joined(separator: ", ")
    }

    /// The names of the first fields that are left out.
    private var omittedNames: String {
        let names = omittedFields.sorted().prefix(8)
        let rest = omittedFields.count - names.count
        return names.joined(separator: " ") + (rest > 0 ? " and \(rest) more" : "")
    }

    private static func count(_ number: Int, _ one: String, _ many: String) -> String {
        "\(number) \(number == 1 ? one : many)"
    }

    /// The summary for a program.
    package var json: JSON {
        var object = JSONObject()
        object.append("entries", entries)
        object.append("created", isDryRun ? nil : created)
        object.append("existing", isDryRun ? nil : existing)
        object.append("trashed", isDryRun ? nil : trashed)
        object.append("changed", isDryRun ? nil : changed)
        object.append("skipped", skipped)
        object.append("attachments", attachments)
        object.append("missingAttachments", missingAttachments)
        object.append("omittedEarlierTexts", omittedEarlierTexts)
        object.append("omittedFields", each: omittedFields.sorted())
        object.append("notebooks", each: notebooks.sorted())
        object.append("tags", each: tags.sorted())
        return .object(object)
    }
}

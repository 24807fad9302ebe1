// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol
package import JournalTransfer

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
    /// The number of attached files that are missing in the import.
    package var missingAttachments = 0
    /// The number of earlier versions that were too many or too long for a request.
    package var omittedEarlierTexts = 0
    /// The names of fields that an entry has no place for.
    package var omittedFields: Set<String> = []
    /// The number of entries of Day One with a place that was omitted.
    package var omittedPlaces = 0
    /// The number of entries of Day One with weather that was omitted.
    package var omittedWeather = 0
    /// The time zones that are stored under another name.
    package var replacedZones: Set<ReplacedZone> = []
    /// The names of the notebooks.
    package var notebooks: Set<String> = []
    /// The names of the tags.
    package var tags: Set<String> = []
    /// Whether nothing was written.
    package var isDryRun = false

    /// Adds what an entry contains, whether or not it is imported.
    mutating func note(_ entry: TransferEntry, includesPlaces: Bool) {
        entries += 1
        omittedFields.formUnion(entry.omittedFields)
        if let zone = entry.replacedZone { replacedZones.insert(zone) }
        if let notebook = entry.notebook { notebooks.insert(notebook) }
        tags.formUnion(entry.tags)
        guard !includesPlaces else { return }
        if entry.place != nil { omittedPlaces += 1 }
        if entry.weather != nil { omittedWeather += 1 }
    }

    /// The summary for a person.
    package var text: String {
        var parts: [String] = []
        if isDryRun {
            parts.append(Self.count(entries, one: "entry", many: "entries"))
            parts.append(Self.count(notebooks.count, one: "notebook", many: "notebooks"))
            parts.append(Self.count(tags.count, one: "tag", many: "tags"))
            parts.append(Self.count(attachments, one: "attachment", many: "attachments"))
        } else {
            parts.append("\(Self.count(created, one: "entry", many: "entries")) imported")
            if existing > 0 { parts.append("\(existing) existed already") }
            if trashed > 0 { parts.append("\(trashed) of them in the trash") }
            if changed > 0 { parts.append("\(changed) exist with another text") }
            if attachments > 0 {
                parts.append(Self.count(attachments, one: "attachment", many: "attachments"))
            }
        }
        if missingAttachments > 0 {
            parts.append(
                Self.count(missingAttachments, one: "attachment", many: "attachments") + " missing"
            )
        }
        if omittedEarlierTexts > 0 {
            parts.append(
                Self.count(omittedEarlierTexts, one: "earlier version", many: "earlier versions")
                    + " omitted"
            )
        }
        if !omittedFields.isEmpty { parts.append("fields omitted: \(omittedNames)") }
        if let omitted = omittedSurroundings { parts.append(omitted) }
        if !replacedZones.isEmpty { parts.append("time zones replaced: \(replacedNames)") }
        if skipped > 0 { parts.append("\(skipped) skipped") }
        return parts.joined(separator: ", ")
    }

    /// The numbers of places and weather records that were omitted, and how to include them.
    private var omittedSurroundings: String? {
        var parts: [String] = []
        if omittedPlaces > 0 {
            parts.append(Self.count(omittedPlaces, one: "place", many: "places"))
        }
        if omittedWeather > 0 {
            parts.append(Self.count(omittedWeather, one: "weather record", many: "weather records"))
        }
        guard !parts.isEmpty else { return nil }
        return parts.joined(separator: " and ") + " omitted (--places adds them to the text)"
    }

    /// The first time zones that are stored under another name.
    private var replacedNames: String {
        let zones = replacedZones.sorted { $0.name < $1.name }
        let names = zones.prefix(8).map { zone in
            "\(zone.name.isEmpty ? "an empty name" : zone.name) by \(zone.replacement)"
        }
        let rest = zones.count - names.count
        return names.joined(separator: " ") + (rest > 0 ? " and \(rest) more" : "")
    }

    /// The names of the first fields that were omitted.
    private var omittedNames: String {
        let names = omittedFields.sorted().prefix(8)
        let rest = omittedFields.count - names.count
        return names.joined(separator: " ") + (rest > 0 ? " and \(rest) more" : "")
    }

    private static func count(_ number: Int, one: String, many: String) -> String {
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
        object.append("omittedPlaces", omittedPlaces)
        object.append("omittedWeather", omittedWeather)
        let zones = replacedZones.sorted { $0.name < $1.name }.map { zone in
            JSON.object(["name": .string(zone.name), "replacement": .string(zone.replacement)])
        }
        object.append("replacedZones", each: zones)
        object.append("notebooks", each: notebooks.sorted())
        object.append("tags", each: tags.sorted())
        return .object(object)
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// An entry in a JSON file of jrnl, with its first line as the title.
///
/// Exports of the journal have the exact time, the zone, the notebook and the id in addition.
struct JrnlRecord {
    /// The entry.
    let entry: TransferEntry

    /// Decodes an object.
    init(json: JSON, clock: LocalClock) throws(InvalidParams) {
        let fields = try JSONFields(json)
        let title = try fields.required("title", as: String.self)
        let body = try fields.optional("body", as: String.self) ?? ""
        var entry = TransferEntry(text: body.isEmpty ? title : title + "\n" + body)
        entry.zone = try fields.optional("zone") ?? clock.zone
        entry.createdAt = try fields.optional("createdAt")
        if entry.createdAt == nil { entry.createdAt = try Self.date(fields, clock: clock) }
        entry.notebook = try fields.optional("notebook")
        entry.starred = try fields.optional("starred") ?? false
        entry.tags = (try fields.array("tags", of: String.self) ?? []).map(JrnlTags.name)
        entry.id = (try fields.optional("uuid", as: String.self)).flatMap(EntryID.init(undashed:))
        self.entry = entry
    }

    private static func date(
        _ fields: JSONFields,
        clock: LocalClock
    ) throws(InvalidParams) -> Timestamp {
        let day = try fields.required("date", as: String.self)
        let time = try fields.optional("time", as: String.self)
        let text = time.map { "\(day) \($0)" } ?? day
        guard let date = WrittenDate.timestamp(text, clock: clock) else {
            throw InvalidParams("expected a date such as 2026-11-21, got \"\(text)\"").under("date")
        }
        return date
    }

    /// Returns the object of an entry.
    static func json(_ entry: TransferEntry) -> JSON {
        let lines = entry.text.linesBetweenFeeds
        let date = entry.createdAt ?? .epoch
        var object = JSONObject()
        let body = lines.dropFirst().joined(separator: "\n")
        // With an empty body, the title would lose the line break at its end.
        object.append("title", body.isEmpty ? entry.text : lines.first.map { String($0) } ?? "")
        object.append("body", body)
        object.append("date", date.day.description)
        object.append("time", date.minuteText)
        object.append("tags", each: entry.tags.map { JrnlTags.symbol + $0 })
        object.append("starred", entry.starred)
        object.append("uuid", entry.id)
        object.append("createdAt", entry.createdAt)
        object.append("zone", entry.zone)
        object.append("notebook", entry.notebook)
        return .object(object)
    }
}

extension EntryID {
    /// Parses a UUID with or without dashes.
    init?(undashed text: String) {
        guard text.utf8.count == 32, let reference = EntryReference(text) else {
            self.init(text)
            return
        }
        self.init(reference.text)
    }

    /// The UUID as 32 upper-case digits.
    var undashedText: String { text.uppercased().filter { $0 != "-" } }
}

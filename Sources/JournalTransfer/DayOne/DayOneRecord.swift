// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// An entry in a JSON file of Day One.
struct DayOneRecord {
    /// The members with files, the folders that contain them, and the types of their files.
    private static let media = [
        Media(member: "photos", folder: "photos", type: "image/"),
        Media(member: "videos", folder: "videos", type: "video/"),
        Media(member: "audios", folder: "audios", type: "audio/"),
        Media(member: "pdfAttachments", folder: "pdfs", type: "application/pdf"),
        // No member of Day One: other files of the journal.
        Media(member: "files", folder: "files", type: ""),
    ]

    private struct Media {
        let member: String
        let folder: String
        let type: String
    }

    /// The entry.
    let entry: TransferEntry

    /// Decodes an object.
    init(json: JSON, clock: LocalClock) throws(InvalidParams) {
        let fields = try JSONFields(json)
        var entry = TransferEntry(text: "")
        let date: Timestamp = try fields.required("creationDate")
        entry.zone = try fields.optional("timeZone")
        // Only exports of the journal have it.
        let exact = try fields.optional("createdAt", as: Timestamp.self)
        entry.createdAt = exact ?? clock.timestamp(date, in: entry.zone)
        entry.starred = try fields.optional("starred") ?? false
        entry.tags = try fields.array("tags") ?? []
        entry.notebook = try fields.optional("notebook")
        entry.place = DayOnePlace.text(json["location"])
        entry.weather = DayOnePlace.text(ofWeather: json["weather"])
        entry.id = (try fields.optional("uuid", as: String.self)).flatMap(EntryID.init(undashed:))
        var names: [String: String] = [:]
        var found: [(order: Int, attachment: TransferAttachment)] = []
        for media in Self.media {
            for item in try fields.array(media.member, of: JSON.self) ?? [] {
                let fields = try JSONFields(item)
                let attachment = try Self.attachment(fields, of: media)
                let order = try fields.optional("orderInEntry", as: Int.self) ?? found.count
                found.append((order, attachment))
                let identifier = try fields.optional("identifier", as: String.self)
                if let identifier { names[identifier] = attachment.name }
            }
        }
        entry.attachments = found.enumerated().sorted { left, right in
            (left.element.order, left.offset) < (right.element.order, right.offset)
        }.map(\.element.attachment)
        let text = try fields.optional("text", as: String.self) ?? ""
        entry.text = DayOneText.plain(text, names: names)
        if EntryCheck.isBlank(entry.text), let first = entry.attachments.first {
            // An entry of the journal has a text.
            entry.text = first.name
        }
        self.entry = entry
    }

    private static func attachment(
        _ fields: JSONFields,
        of media: Media
    ) throws(InvalidParams) -> TransferAttachment {
        let md5 = try fields.optional("md5", as: String.self)
        let types = [
            try fields.optional("type", as: String.self),
            try fields.optional("format", as: String.self),
        ]
        let written = types.compactMap { $0 }.first ?? Self.defaultType(of: media.member)
        let type = Self.extensions[written] ?? written
        let identifier = try fields.optional("identifier", as: String.self)
        let file = md5.map { type.isEmpty ? $0 : "\($0).\(type)" }
        let names = [
            try fields.optional("filename", as: String.self),
            try fields.optional("pdfName", as: String.self), file,
        ]
        let name = names.compactMap { $0 }.first ?? "\(media.member).\(type)"
        let last = String(name.split(separator: "/").last ?? "attachment")
        let path = try fields.optional("path", as: String.self)
        return TransferAttachment(
            id: identifier.flatMap(EntryID.init(undashed:)),
            name: Self.name(last, withType: type, of: media.member),
            mediaType: try fields.optional("mediaType"),
            md5: md5,
            path: path ?? file.map { "\(media.folder)/\($0)" }
        )
    }

    /// The extensions of files for which Day One uses another type name.
    private static let extensions = ["aac": "m4a"]

    /// Returns a name with an extension: the title of a document has none.
    private static func name(_ name: String, withType type: String, of member: String) -> String {
        guard !type.isEmpty else { return name }
        let end = name.lastIndex(of: ".").map { name[$0...].dropFirst() } ?? ""
        // A full stop in a title begins no extension.
        let isExtension =
            member == "pdfAttachments"
            ? end.lowercased() == type
            : (1...5).contains(end.utf8.count) && end.allSatisfy { $0.isLetter || $0.isNumber }
        return isExtension ? name : "\(name).\(type)"
    }

    private static func defaultType(of member: String) -> String {
        switch member {
        case "photos": "jpeg"
        case "videos": "mov"
        case "audios": "m4a"
        case "pdfAttachments": "pdf"
        default: ""
        }
    }

    /// Returns the path of an attachment relative to the JSON file, or `nil` without its MD5
    /// digest.
    static func path(of attachment: TransferAttachment) -> String? {
        guard let md5 = attachment.md5 else { return nil }
        let type = fileType(of: attachment)
        return "\(media(of: attachment).folder)/\(md5)\(type.isEmpty ? "" : "." + type)"
    }

    private static func media(of attachment: TransferAttachment) -> Media {
        let type = attachment.mediaType ?? ""
        return media.first { type.hasPrefix($0.type) } ?? media[media.count - 1]
    }

    private static func fileType(of attachment: TransferAttachment) -> String {
        guard let dot = attachment.name.lastIndex(of: "."), dot != attachment.name.startIndex else {
            return ""
        }
        let type = attachment.name[dot...].dropFirst().lowercased()
        return type == "jpg" ? "jpeg" : type
    }

    /// Returns the object of an entry.
    static func json(_ entry: TransferEntry) -> JSON {
        var identifiers: [String: String] = [:]
        var items: [String: [JSON]] = [:]
        for (index, attachment) in entry.attachments.enumerated() {
            guard let id = attachment.id?.undashedText else { continue }
            identifiers[attachment.name] = id
            var item = JSONObject()
            item.append("identifier", id)
            item.append("orderInEntry", index)
            item.append("md5", attachment.md5)
            let media = media(of: attachment)
            let type = fileType(of: attachment)
            item.append(media.member == "audios" ? "format" : "type", type)
            item.append("filename", attachment.name)
            item.append("fileSize", attachment.size)
            item.append("mediaType", attachment.mediaType)
            // Without its folder, the file shows at least that there was an attachment.
            item.append("path", path(of: attachment))
            items[media.member, default: []].append(.object(item))
        }
        var object = JSONObject()
        object.append("uuid", entry.id?.undashedText)
        object.append("creationDate", (entry.createdAt ?? .epoch).wholeSeconds.description)
        object.append("createdAt", entry.createdAt)
        object.append("timeZone", entry.zone)
        object.append("starred", entry.starred)
        object.append("tags", each: entry.tags)
        object.append("notebook", entry.notebook)
        for media in media { object.append(media.member, each: items[media.member]) }
        object.append("text", DayOneText.escaped(entry.text, identifiers: identifiers))
        return .object(object)
    }
}

extension Timestamp {
    /// The instant in UTC without a fraction of a second.
    fileprivate var wholeSeconds: Timestamp {
        let fraction = (milliseconds % 1000 + 1000) % 1000
        return Timestamp(milliseconds: milliseconds - fraction) ?? utc
    }
}

/// The paths of files relative to the JSON file of Day One.
package enum DayOneMedia {
    /// Returns the path of an attachment, or nil if its MD5 digest is missing.
    package static func path(of attachment: TransferAttachment) -> String? {
        DayOneRecord.path(of: attachment)
    }
}

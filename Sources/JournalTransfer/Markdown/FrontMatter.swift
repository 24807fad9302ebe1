// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// The attributes of a Markdown file: the lines `key: value` between two lines `---` at its
/// beginning, in a part of YAML.
///
/// A value is a text, in quotes or not, or a list: `[a, b]`, or lines `- a` after the key. Other
/// forms, such as nested objects, are skipped, but their names are noted.
struct FrontMatter: Equatable {
    /// The line before and after the attributes.
    static let fence = "---"

    private(set) var values: [String: [String]] = [:]
    /// The names of the attributes with a list as value.
    private var listNames: Set<String> = []
    /// The names of the attributes with a value of any form, in the order of the file.
    private var names: [String] = []
    private var nameSet: Set<String> = []
    private var key: String?
    /// The beginning of a list in brackets that continues on the next line.
    private var openList: String?
    private var hasComments = false
    private var hasOtherLines = false

    /// Whether the lines are a part of the text between two rules rather than attributes.
    var isText: Bool { hasOtherLines || openList != nil || hasComments && key == nil }

    /// Creates attributes without values.
    init() {}

    /// Adds the values of a line.
    mutating func add(_ line: some StringProtocol) {
        let content = line.trimmed(of: \.isWhitespace)
        guard !content.isEmpty else { return }
        if openList != nil {
            // A further key instead of an item: the list has no end.
            let isKey = line.first?.isWhitespace == false && Self.colon(in: content) != nil
            hasOtherLines = hasOtherLines || isKey
            openList?.append(" ")
            continueList(content)
            return
        }
        if content.hasPrefix("#") {
            hasComments = true
            return
        }
        if content.hasPrefix("- ") || content == "-" {
            addItem(content.dropFirst())
        } else if line.first?.isWhitespace == true, let key {
            // An indented line belongs to a nested object.
            note(key)
        } else {
            addValue(content)
        }
    }

    /// Adds an item to the list of the last key.
    private mutating func addItem(_ item: Substring) {
        guard let key else {
            hasOtherLines = true
            return
        }
        values[key, default: []].append(Self.item(item, of: key))
        listNames.insert(key)
        note(key)
    }

    /// Adds the value of a line `key: value`.
    private mutating func addValue(_ content: Substring) {
        guard let colon = Self.colon(in: content), colon > content.startIndex else {
            hasOtherLines = true
            return
        }
        let name = content[..<colon].lowercased()
        key = name
        let value = content[content.index(after: colon)...].trimmed(of: \.isWhitespace)
        guard !value.isEmpty else { return }
        note(name)
        let depth = value.reduce(0) { $0 + ($1 == "[" ? 1 : $1 == "]" ? -1 : 0) }
        if value.hasPrefix("["), value.hasSuffix("]") || depth > 0 {
            openList = ""
            continueList(value)
        } else {
            values[name] = [Self.scalar(value)]
            listNames.remove(name)
        }
    }

    /// Adds a line to the open list in brackets, and sets the value of the key at the end of it.
    private mutating func continueList(_ line: Substring) {
        openList?.append(contentsOf: line)
        guard line.hasSuffix("]"), let list = openList, let key else { return }
        openList = nil
        values[key] = Self.items(list.dropFirst().dropLast(), of: key)
        listNames.insert(key)
    }

    private mutating func note(_ name: String) {
        if nameSet.insert(name).inserted { names.append(name) }
    }

    /// Returns the place of the colon after a key: the first one before white space or the end.
    private static func colon(in line: Substring) -> String.Index? {
        line.indices.first { index in
            guard line[index] == ":" else { return false }
            let next = line.index(after: index)
            return next == line.endIndex || line[next].isWhitespace
        }
    }

    /// Returns the first value of the first key that has one.
    func first(_ keys: String...) -> String? {
        for key in keys {
            if let value = values[key]?.first, !value.isEmpty { return value }
        }
        return nil
    }

    private static let tagNames = ["tags", "tag", "keywords"]

    /// The tags: a list, or one text with names separated by commas or beginning with `#`.
    var tags: [String] {
        guard let name = Self.tagNames.first(where: { values[$0] != nil }),
            let found = values[name]
        else { return [] }
        guard !listNames.contains(name), let only = found.first,
            only.contains(",") || only.contains("#")
        else { return found.filter { !$0.isEmpty } }
        return only.split { $0 == "," || $0 == " " && only.contains("#") }
            .map { Self.tag($0) }.filter { !$0.isEmpty }
    }

    private static func tag(_ text: some StringProtocol) -> String {
        let name = text.trimmed(of: \.isWhitespace)
        return String(name.hasPrefix("#") ? name.dropFirst() : name)
    }

    /// Returns the value of an item of a list.
    ///
    /// A tag may begin with `#`, which is a part of it only in quotes.
    private static func item(_ text: some StringProtocol, of name: String) -> String {
        let value = text.trimmed(of: \.isWhitespace)
        let isQuoted = value.hasPrefix("\"") || value.hasPrefix("'")
        guard tagNames.contains(name) else { return scalar(value) }
        return isQuoted ? String(scalar(value).trimmed(of: \.isWhitespace)) : tag(value)
    }

    private static func items(_ list: Substring, of name: String) -> [String] {
        var items: [String] = []
        var item = ""
        var quote: Character?
        var isEscaped = false
        for character in list {
            if character == ",", quote == nil {
                items.append(Self.item(item, of: name))
                item = ""
                continue
            }
            item.append(character)
            if let open = quote {
                if character == open, !isEscaped { quote = nil }
                isEscaped = character == "\\" && !isEscaped
            } else if character == "\"" || character == "'" {
                quote = character
            }
        }
        items.append(Self.item(item, of: name))
        return items.filter { !$0.isEmpty }
    }

    private static func scalar(_ text: some StringProtocol) -> String {
        let value = text.trimmed(of: \.isWhitespace)
        if value.hasPrefix("\""), let json = try? JSON.parse(Array(value.utf8)),
            let string = json.stringValue
        {
            return string
        }
        if value.hasPrefix("'"), value.hasSuffix("'"), value.count > 1 {
            return value.dropFirst().dropLast().split(
                separator: "''",
                omittingEmptySubsequences: false
            ).joined(separator: "'")
        }
        return String(value)
    }
}

extension FrontMatter {
    /// Returns the lines of an entry, with the lines around them.
    static func text(of entry: TransferEntry) -> String {
        var lines = [fence]
        if let id = entry.id { lines.append("id: \(id)") }
        if let date = entry.createdAt { lines.append("date: \(date)") }
        if let zone = entry.zone { lines.append("zone: \(zone)") }
        if let notebook = entry.notebook { lines.append("notebook: \(quoted(notebook))") }
        if !entry.tags.isEmpty {
            lines.append("tags: [\(entry.tags.map(quoted).joined(separator: ", "))]")
        }
        if entry.starred { lines.append("starred: true") }
        if !entry.attachments.isEmpty {
            lines.append("attachments:")
            lines += entry.attachments.map { "  - \($0.json)" }
        }
        lines.append(fence)
        return lines.joined(separator: "\n") + "\n"
    }

    /// The names of the attributes of an entry; of several for the same, the first with a value is
    /// read.
    private static let known = [
        ["title"], ["id", "uuid"], ["date", "created", "createdat", "created_at"],
        ["zone", "timezone"], ["notebook", "journal"], ["starred", "favorite"],
        ["tags", "tag", "keywords"], ["attachments"],
    ]

    /// The names of the attributes that are not read.
    private var omitted: [String] {
        let read = Set(
            Self.known.compactMap { aliases in
                aliases.first { values[$0]?.contains { !$0.isEmpty } == true }
            }
        )
        return names.filter { name in
            !read.contains(name) && values[name]?.allSatisfy(\.isEmpty) != true
        }
    }

    private static func quoted(_ text: String) -> String { JSON.string(text).description }

    /// Returns the entry that the attributes describe.
    func entry(text: String, clock: LocalClock) throws(InvalidParams) -> TransferEntry {
        var entry = TransferEntry(text: text)
        if let title = first("title"), !text.contains(title) {
            entry.text = text.isEmpty ? title : "\(title)\n\n\(text)"
        }
        entry.omittedFields = omitted
        if let id = first("id", "uuid") {
            entry.id = EntryID(undashed: id)
            if entry.id == nil { entry.omittedFields.append("id") }
        }
        entry.zone = first("zone", "timezone")
        if let date = first("date", "created", "createdat", "created_at") {
            guard let instant = WrittenDate.timestamp(date, clock: clock, zone: entry.zone) else {
                throw InvalidParams("expected a date such as 2026-11-21 18:30, got \"\(date)\"")
                    .under("date")
            }
            entry.createdAt = instant
        }
        entry.replaceUnknownZone(clock)
        entry.notebook = first("notebook", "journal")
        entry.tags = tags
        entry.starred = ["true", "yes"].contains(first("starred", "favorite")?.lowercased())
        for item in values["attachments"] ?? [] {
            if item.hasPrefix("{") {
                guard let json = try? JSON.parse(Array(item.utf8)) else {
                    throw InvalidParams("invalid JSON: \(item)").under("attachments")
                }
                entry.attachments.append(try TransferAttachment(json: json))
            } else {
                let name = item.split(separator: "/").last.map { String($0) } ?? item
                entry.attachments.append(TransferAttachment(name: name, path: item))
            }
        }
        return entry
    }
}

/// Writes one entry as a Markdown file with front matter.
package struct MarkdownFileEncoder: EntryEncoder {
    /// Creates an encoder.
    package init() {}

    package mutating func begin(_ bytes: inout [UInt8]) {}

    package mutating func append(_ entry: TransferEntry, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: FrontMatter.text(of: entry).utf8)
        bytes.append(0x0A)
        bytes.append(contentsOf: entry.text.utf8)
        bytes.append(0x0A)
    }

    package mutating func end(_ bytes: inout [UInt8]) {}
}

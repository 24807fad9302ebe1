// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol

/// The form of a line that `--format` describes: text with fields such as `{title}`.
package struct EntryTemplate: Sendable {
    /// A value of an entry.
    enum Field: String, CaseIterable, Sendable {
        case id
        case short
        case date
        case time
        case weekday
        case zone
        case created
        case modified
        case age
        case notebook
        case tags
        case star
        case conflict
        case title
        case text
        case snippet
        case words
        case rev
    }

    private enum Part: Sendable {
        case literal(String)
        case field(Field, width: Int?)
    }

    private let parts: [Part]

    private static let faultPrefix = "invalid format: "

    /// The names of all fields, for the help and for errors.
    package static let fieldNames = Field.allCases.map(\.rawValue).joined(separator: ", ")

    /// Parses a template.
    ///
    /// - Parameter template: Text with fields in braces, each with an optional width as in
    ///   `{title:40}`, and with the escapes `\t`, `\n`, `\\`, `\{` and `\}`.
    /// - Throws: `usage` with the part that is invalid.
    package init(_ template: String) throws(ClientError) {
        var parts: [Part] = []
        var literal = ""
        var rest = Substring(template)
        while let character = rest.popFirst() {
            switch character {
            case "\\":
                literal.append(try Self.escaped(rest.popFirst()))
            case "{":
                guard let end = rest.firstIndex(of: "}") else {
                    throw Self.invalid("\"{\(rest)\" has no \"}\"")
                }
                if !literal.isEmpty { parts.append(.literal(literal)) }
                literal = ""
                parts.append(try Self.field(rest[..<end]))
                rest = rest[rest.index(after: end)...]
            default: literal.append(character)
            }
        }
        if !literal.isEmpty { parts.append(.literal(literal)) }
        self.parts = parts
    }

    /// Returns what is wrong with a template; nil if it is valid.
    static func fault(of template: String) -> String? {
        do throws(ClientError) {
            _ = try Self(template)
            return nil
        } catch {
            return String(error.message.dropFirst(faultPrefix.count))
        }
    }

    /// Whether the template needs more of an entry than its beginning.
    package var needsWholeText: Bool {
        parts.contains { part in
            guard case .field(let field, _) = part else { return false }
            return [.text, .title, .words].contains(field)
        }
    }

    /// Returns the text for an entry.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - snippet: The part that matches a search, which is otherwise the title.
    ///   - now: The current time.
    ///   - terminal: The output; control characters are replaced on a terminal.
    /// - Returns: The template with the values of the entry.
    package func text(
        _ entry: EntryRecord,
        snippet: String? = nil,
        now: Timestamp,
        terminal: Terminal
    ) -> String {
        parts.reduce(into: "") { result, part in
            switch part {
            case .literal(let text): result += text
            case .field(let field, let width):
                let value = terminal.safe(
                    Self.value(field, entry: entry, snippet: snippet, now: now)
                )
                result += width.map { value.fitted(to: $0).padded(to: $0) } ?? value
            }
        }
    }

    private static func value(
        _ field: Field,
        entry: EntryRecord,
        snippet: String?,
        now: Timestamp
    ) -> String {
        switch field {
        case .id: entry.id.text
        case .short: EntryText.shortID(entry)
        case .date: entry.localDay.description
        case .time: EntryText.clock(entry.createdAt)
        case .weekday: DayTitle.weekday(entry.localDay.weekday)
        case .zone: entry.zone
        case .created: entry.createdAt.description
        case .modified: entry.modifiedAt.description
        case .age: Age.text(of: entry.createdAt, at: now)
        case .notebook: EntryText.oneLine(entry.notebook.name)
        case .tags: entry.tags.map { "#" + EntryText.oneLine($0) }.joined(separator: " ")
        case .star: entry.starred ? "★" : ""
        case .conflict: entry.conflicts > 0 ? EntryText.conflictMark : ""
        case .title: EntryText.title(entry)
        case .text: entry.isUnreadable ? EntryText.unreadable : entry.text
        case .snippet:
            snippet.map { EntryText.oneLine(EntryText.unmarked($0)) }
                ?? EntryText.title(entry)
        case .words: String(WordCount.of(entry.text))
        case .rev: String(entry.revision)
        }
    }

    private static func escaped(_ character: Character?) throws(ClientError) -> Character {
        switch character {
        case "t": return "\t"
        case "n": return "\n"
        case "\\", "{", "}": return character ?? "\\"
        default:
            throw invalid("\"\\\(character.map(String.init) ?? "")\" is no escape")
        }
    }

    private static func field(_ text: Substring) throws(ClientError) -> Part {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let field = Field(rawValue: String(parts[0])) else {
            throw invalid("there is no field {\(parts[0])}")
        }
        guard parts.count > 1 else { return .field(field, width: nil) }
        guard let width = Int(parts[1]), (1...1000).contains(width) else {
            throw invalid("\"\(parts[1])\" is no width from 1 to 1000")
        }
        return .field(field, width: width)
    }

    private static func invalid(_ fault: String) -> ClientError {
        ClientError(
            .usage,
            faultPrefix + fault,
            advice: """
                The fields are \(fieldNames), each in braces and with an optional width as in \
                {title:40}; the escapes are \\t, \\n, \\\\, \\{ and \\}.
                """
        )
    }
}

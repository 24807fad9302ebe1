// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalClient
internal import JournalProtocol

/// The text that an entry starts with: fields such as `{date}`, and attributes before it.
struct Template: Equatable {
    private enum Part: Equatable {
        case text(String)
        case field(String)
    }

    private static let fence = "---"

    /// The notebook of the entry, unless the command line has another one.
    private(set) var notebook: String?
    private var tags: [String] = []
    private var parts: [Part] = []

    /// Parses the content of a file.
    ///
    /// - Parameters:
    ///   - content: The attributes between two lines `---`, if there are any, and the text.
    ///   - path: The path of the file, for errors.
    /// - Throws: An error with the line of an attribute or a field that is unknown.
    init(_ content: String, path: String) throws(ClientError) {
        let lines = content.split(omittingEmptySubsequences: false) { $0.isNewline }
        var body = content[...]
        var firstLine = 1
        if lines.first == Self.fence[...],
            let end = lines.dropFirst().firstIndex(of: Self.fence[...])
        {
            for index in 1..<end { try addAttribute(lines[index], place: "\(path):\(index + 1)") }
            body = end + 1 < lines.count ? content[lines[end + 1].startIndex...] : ""
            firstLine = end + 2
        }
        try parse(Editor.trimmed(String(body)), firstLine: firstLine, path: path)
    }

    private mutating func addAttribute(_ line: Substring, place: String) throws(ClientError) {
        guard !line.allSatisfy(\.isWhitespace) else { return }
        let pair = line.split(separator: ":", maxSplits: 1).map { part -> String in
            var part = part.drop(while: \.isWhitespace)
            while part.last?.isWhitespace == true { part.removeLast() }
            return String(part)
        }
        switch pair.first {
        case "notebook" where pair.count == 2: notebook = pair[1]
        case "tags" where pair.count == 2: tags = TextTags.names(in: [pair[1]])
        default:
            throw ClientError(
                .input,
                "\(place): invalid attribute \"\(line)\"",
                advice: "Use \"notebook: NAME\" or \"tags: a, b\" between the lines ---."
            )
        }
    }

    private mutating func parse(
        _ text: String,
        firstLine: Int,
        path: String
    ) throws(ClientError) {
        var literal = ""
        var line = firstLine
        var rest = text[...]
        while let character = rest.first {
            if let name = Self.name(in: rest, between: "{{", and: "}}") {
                literal += "{\(name)}"
                rest = rest.dropFirst(name.count + 4)
            } else if let name = Self.name(in: rest, between: "{", and: "}") {
                guard TemplateFields.names.contains(name) else {
                    let names = TemplateFields.names.map { "{\($0)}" }.joined(separator: ", ")
                    throw ClientError(
                        .input,
                        "\(path):\(line): unknown field {\(name)}",
                        advice: "Fields are \(names). For the text itself, write {{\(name)}}."
                    )
                }
                parts += [.text(literal), .field(name)]
                literal = ""
                rest = rest.dropFirst(name.count + 2)
            } else {
                if character.isNewline { line += 1 }
                literal.append(character)
                rest = rest.dropFirst()
            }
        }
        parts.append(.text(literal))
    }

    /// Returns the word at the beginning of a text, if it is between braces.
    private static func name(in text: Substring, between open: String, and close: String) -> String?
    {
        guard text.hasPrefix(open) else { return nil }
        let name = text.dropFirst(open.count).prefix { $0.isLetter }
        let isClosed = text[name.endIndex...].hasPrefix(close)
        return isClosed && !name.isEmpty ? String(name) : nil
    }

    /// Returns the given tags followed by the tags of the template.
    func tagsAdded(to given: [String]) -> [String] {
        let keys = Set(given.map { $0.lowercased() })
        return given + tags.filter { !keys.contains($0.lowercased()) }
    }

    /// Returns the text of an entry.
    ///
    /// - Parameters:
    ///   - fields: The fields that depend on the date.
    ///   - given: The text of the command line or of standard input. Its first line is the title,
    ///     if the template has one; the rest is at the field for the text, or at the end.
    /// - Returns: The text without line breaks at its end.
    func text(_ fields: TemplateFields, with given: String = "") -> String {
        var title = ""
        var rest = given[...]
        if parts.contains(.field("title")) {
            title = String(rest.prefix { !$0.isNewline })
            rest = rest.dropFirst(title.count).drop(while: \.isNewline)
        }
        var result = ""
        for part in parts {
            switch part {
            case .text(let text): result += text
            case .field("title"): result += title
            case .field("text"): result += rest
            case .field(let name): result += fields.value(name) ?? ""
            }
        }
        if !parts.contains(.field("text")), !rest.isEmpty {
            result = [Editor.trimmed(result), String(rest)].filter { !$0.isEmpty }
                .joined(separator: "\n\n")
        }
        return Editor.trimmed(result)
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// A line of text that is typed or pasted in the last line of the screen.
struct PromptLine: Equatable {
    /// The use of the text.
    enum Purpose: Equatable {
        /// A query, which replaces the query of the list.
        case query
        /// The tags of an entry, separated by commas.
        case tags(EntryRecord)
        /// The name of the notebook that an entry is moved to.
        case notebook(EntryRecord)
    }

    /// The end of the typing.
    enum End: Equatable {
        case accepted
        case cancelled
    }

    /// The maximum length of the text, in bytes.
    private static let maximumLength = 4096

    let purpose: Purpose
    private(set) var text = ""

    /// Creates a line; the line of an attribute starts with the current value.
    init(_ purpose: Purpose) {
        self.purpose = purpose
        switch purpose {
        case .query: break
        case .tags(let entry): text = Self.names(of: entry).joined(separator: ", ")
        case .notebook(let entry): text = entry.notebook.name
        }
    }

    /// The words of the text, separated by single spaces; nil if there are none.
    var words: String? {
        let words = text.split(whereSeparator: \.isWhitespace)
        return words.isEmpty ? nil : words.joined(separator: " ")
    }

    /// The text without white space around it.
    var trimmed: String {
        var rest = text.drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }

    /// Returns the tags that the text adds to an entry, and the tags that it removes.
    func tagChanges(of entry: EntryRecord) -> (added: [String], removed: [String]) {
        let typed = text.split(separator: ",").map { String($0) }.filter { !$0.isBlank }
        let names = typed.isEmpty ? [] : TextTags.names(in: typed)
        let (former, wanted) = (Self.keys(entry.tags), Self.keys(names))
        return (
            names.filter { !former.contains($0.lowercased()) },
            Self.names(of: entry).filter { !wanted.contains($0.lowercased()) }
        )
    }

    /// Applies a key; returns the end of the typing, or nil if it continues.
    mutating func handle(_ key: Key) -> End? {
        switch key {
        case .enter: return .accepted
        case .escape: return .cancelled
        case .backspace where text.isEmpty: return purpose == .query ? .cancelled : nil
        case .backspace: text.removeLast()
        case .character(let character): append(String(character))
        // The text has one line.
        case .paste(let pasted): append(String(pasted.map { $0.isNewline ? " " : $0 }))
        case .control("u"): text = ""
        case .control("w"): removeLastWord()
        default: break
        }
        return nil
    }

    /// Returns the line on the screen: the end of the text, if there is no room for all of it.
    func line(_ terminal: Terminal) -> String {
        let label =
            switch purpose {
            case .query: "/"
            case .tags: "tags (a, b): "
            case .notebook: "notebook: "
            }
        let shown = terminal.safe(text)
        let room = terminal.width - label.displayWidth - 1
        return label + (shown.displayWidth > room ? shown.end(fitting: room) : shown) + "▏"
    }

    private mutating func append(_ part: String) {
        if (text + part).utf8.count <= Self.maximumLength { text += part }
    }

    /// Removes the last word and the white space after it.
    private mutating func removeLastWord() {
        while text.last?.isWhitespace == true { text.removeLast() }
        while let last = text.last, !last.isWhitespace { text.removeLast() }
    }

    /// The tags that can be typed; a name with a comma cannot, and its tag is not changed.
    private static func names(of entry: EntryRecord) -> [String] {
        entry.tags.filter { !$0.contains(",") }
    }

    private static func keys(_ names: [String]) -> Set<String> {
        Set(names.map { $0.lowercased() })
    }
}

extension String {
    /// Returns the end that fits into a number of columns, after an ellipsis.
    fileprivate func end(fitting width: Int) -> String {
        var rest = self[...]
        while !rest.isEmpty, String(rest).displayWidth >= width { rest.removeFirst() }
        return "…" + rest
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalClient
internal import JournalProtocol

/// The state of a browser of entries and the effect of keys on it: values only.
struct BrowserState {
    /// The content of the screen.
    enum Mode: Equatable {
        /// The list.
        case list
        /// The whole text of the selected entry.
        case reading
        /// The list, with the beginning of a query in the last line.
        case typing(String)
    }

    /// An action that a key asks for beyond a change of the state.
    enum Request: Equatable {
        case quit
        /// Show the selected entry.
        case read
        /// Open the selected entry in the editor.
        case edit
        /// Write a new entry in the editor.
        case write
        /// List the entries that match a query; nil means all.
        case search(String?)
    }

    /// The maximum length of a query that is typed or pasted, in bytes.
    private static let maximumLength = 4096

    private(set) var mode = Mode.list
    /// The query of the list; nil means all entries.
    var query: String?
    /// The maximum number of entries.
    var limit = Int.max
    /// A message about the last action, until the next key.
    var message: String?
    private(set) var entries: [EntryRecord] = []
    private(set) var selected = 0
    /// The scrolling of the list and of the text.
    private var listFrame = ListFrame()
    private var textFrame = ListFrame()

    /// The selected entry; nil in an empty list.
    var selection: EntryRecord? { entries.indices.contains(selected) ? entries[selected] : nil }

    /// Replaces the entries by those after a change; the same one stays selected while it is in the
    /// list, otherwise the one in its place is.
    mutating func update(_ rows: [ListedEntry]) {
        let former = selection?.id
        entries = rows.compactMap(\.entry)
        selected =
            entries.firstIndex { $0.id == former } ?? min(selected, max(0, entries.count - 1))
        if mode == .reading, selection?.id != former { mode = .list }
    }

    /// Shows a failure in the last line, which has room for short ids and one advice: the command
    /// that uses a text that was saved, or the place of the text.
    mutating func show(_ error: ClientError) {
        let lines = (error.advice ?? "").split(separator: "\n")
        let place = lines.last { line in
            ["Your text ", "The text ", "The draft "].contains { line.hasPrefix($0) }
        }
        guard let place else { return message = Self.withShortIDs(error.message) }
        let fault = error.message.prefix { $0 != ";" }
        let use = (lines.last ?? "").drop { $0 != ":" }
        let advice = use.hasPrefix(": journal ") ? "saved\(use)" : String(place)
        message = Self.withShortIDs("\(fault); \(advice)")
    }

    /// Returns a text with the first digits of the ids in it, which commands accept too.
    private static func withShortIDs(_ text: String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false)
            .map { EntryID(String($0.prefix(36))) == nil ? $0 : $0.prefix(8) }
            .joined(separator: " ")
    }

    /// Shows the selected entry from the beginning of its text.
    mutating func read() {
        mode = .reading
        textFrame = ListFrame()
    }

    /// Applies a key, and returns what it asks for.
    mutating func handle(_ key: Key) -> Request? {
        message = nil
        switch mode {
        case .list: return handleInList(key)
        case .reading: return handleInText(key)
        case .typing(let text): return handle(key, typing: text)
        }
    }

    private mutating func handleInList(_ key: Key) -> Request? {
        switch key {
        case .character("q"): return .quit
        case .escape: return query == nil ? nil : .search(nil)
        case .up, .character("k"): select(selected - 1)
        case .down, .character("j"): select(selected + 1)
        case .pageUp: select(selected - 10)
        case .pageDown, .character(" "): select(selected + 10)
        case .home, .character("g"): select(0)
        case .end, .character("G"): select(entries.count - 1)
        case .enter: return selection == nil ? nil : .read
        case .character("e"): return selection == nil ? nil : .edit
        case .character("n"): return .write
        case .character("/"): mode = .typing("")
        default: break
        }
        return nil
    }

    private mutating func handleInText(_ key: Key) -> Request? {
        switch key {
        case .character("q"), .escape, .backspace: mode = .list
        case .up, .character("k"): textFrame.move(.line(-1))
        case .down, .character("j"): textFrame.move(.line(1))
        case .pageUp: textFrame.move(.page(-1))
        case .pageDown, .character(" "): textFrame.move(.page(1))
        case .home, .character("g"): textFrame.move(.start)
        case .end, .character("G"): textFrame.move(.end)
        case .character("e"): return .edit
        default: break
        }
        return nil
    }

    private mutating func handle(_ key: Key, typing text: String) -> Request? {
        switch key {
        case .enter:
            mode = .list
            let words = text.split(whereSeparator: \.isWhitespace)
            return .search(words.isEmpty ? nil : words.joined(separator: " "))
        case .escape: mode = .list
        case .backspace: mode = text.isEmpty ? .list : .typing(String(text.dropLast()))
        case .character(let character): append(String(character), to: text)
        // A query has one line.
        case .paste(let pasted): append(String(pasted.map { $0.isNewline ? " " : $0 }), to: text)
        case .control("u"): mode = .typing("")
        case .control("w"): mode = .typing(Self.withoutLastWord(text))
        default: break
        }
        return nil
    }

    private mutating func append(_ part: String, to text: String) {
        let typed = text + part
        if typed.utf8.count <= Self.maximumLength { mode = .typing(typed) }
    }

    /// Returns the text without its last word and the white space after it.
    private static func withoutLastWord(_ text: String) -> String {
        var rest = Substring(text)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        while let last = rest.last, !last.isWhitespace { rest.removeLast() }
        return String(rest)
    }

    private mutating func select(_ index: Int) { selected = max(0, min(index, entries.count - 1)) }
}

extension BrowserState {
    /// Returns the lines of the screen.
    ///
    /// - Parameters:
    ///   - text: The whole text of the selected entry, in the mode that shows it.
    ///   - fault: The reason why the list does not follow changes at present.
    ///   - terminal: The output, whose size is the size of the screen.
    ///   - now: The current time.
    /// - Returns: As many lines as the screen has rows.
    mutating func lines(
        text: String?,
        fault: String?,
        terminal: Terminal,
        now: Timestamp
    ) -> [String] {
        if mode == .reading, let entry = selection {
            return textFrame.lines(
                title: Self.title(of: entry, terminal),
                list: WrappedText.lines(terminal.safe(text ?? entry.text), width: terminal.width),
                state: state(fault, "q back  e edit  ↑ ↓ scroll", terminal),
                terminal: terminal
            )
        }
        let list = listLines(terminal, now)
        let count = ListFrame.count(entries.count, limit: limit)
        return listFrame.lines(
            title: terminal.safe((["journal"] + [query].compactMap { $0 }).joined(separator: " "))
                + ": " + count,
            list: list.lines,
            selected: list.selected,
            state: state(fault, "q quit  Enter read  e edit  n new  / search", terminal),
            terminal: terminal
        )
    }

    private static func title(of entry: EntryRecord, _ terminal: Terminal) -> String {
        var parts = [
            EntryText.shortID(entry), EntryText.time(entry.createdAt), entry.notebook.name,
        ]
        parts += entry.tags.map { "#" + $0 }
        if entry.starred { parts.append("★") }
        return terminal.safe(parts.joined(separator: "  "))
    }

    private func state(_ fault: String?, _ keys: String, _ terminal: Terminal) -> String {
        if case .typing(let text) = mode { return "/" + terminal.safe(text) + "▏" }
        return message.map(terminal.safe) ?? fault.map { "reconnecting: " + terminal.safe($0) }
            ?? keys
    }

    /// Returns the lines of the list, and those of the selected entry with the header of its day.
    private func listLines(
        _ terminal: Terminal,
        _ now: Timestamp
    ) -> (lines: [String], selected: ClosedRange<Int>?) {
        var inner = terminal
        inner.width -= 2
        var rows = EntryRows(terminal: inner, now: now)
        var lines: [String] = []
        var shown: ClosedRange<Int>?
        for (index, entry) in entries.enumerated() {
            let start = lines.count
            let own = rows.lines(entry)
            lines += own.dropLast().map { $0.isEmpty ? "" : "  " + $0 }
            lines.append((index == selected ? "> " : "  ") + (own.last ?? ""))
            if index == selected { shown = start...lines.count - 1 }
        }
        return (lines, shown)
    }
}

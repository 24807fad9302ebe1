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
    }

    /// A part of the screen that receives the keys until it is closed.
    enum Overlay: Equatable {
        /// The keys and their effects, in place of the list or the text.
        case keys
        /// A text that is being typed in the last line.
        case prompt(PromptLine)
    }

    /// An action that a key asks for beyond a change of the state, with the entry that it is for.
    enum Request: Equatable {
        case quit
        /// Show an entry.
        case read(EntryRecord)
        /// Open an entry in the editor.
        case edit(EntryRecord)
        /// Write a new entry in the editor.
        case write
        /// List the entries that match a query; nil means all.
        case search(String?)
        /// Move an entry to the trash.
        case delete(EntryRecord)
        /// Star an entry, or remove its star.
        case star(EntryRecord)
        /// Add tags to an entry and remove others.
        case tag(EntryRecord, added: [String], removed: [String])
        /// Move an entry to a notebook.
        case move(EntryRecord, notebook: String)
        /// Undo the last change.
        case undo
    }

    private(set) var mode = Mode.list
    private(set) var overlay: Overlay?
    /// The query of the list; nil means all entries.
    var query: String? { didSet { list.isNew = true } }
    /// The maximum number of entries.
    var limit = Int.max
    /// A message about the last action, until the next key.
    var message: String?
    /// The entries, of which one is selected.
    private(set) var list = BrowserSelection()
    /// The scrolling of the list, of the text and of the keys.
    var listFrame = ListFrame()
    var textFrame = ListFrame()
    var keysFrame = ListFrame()

    /// The selected entry, or `nil` in an empty list.
    var selection: EntryRecord? { list.entry }

    /// Replaces the entries after a change; a text that is read stays open while its entry is in
    /// the list.
    mutating func update(_ rows: [ListedEntry]) {
        let entries = rows.compactMap(\.entry)
        if !list.update(entries, selectsSought: mode == .list) { mode = .list }
    }

    /// Shows an entry as a change of the user has left it: the next key can arrive before the list
    /// contains the change.
    mutating func wrote(_ entry: EntryRecord) { list.wrote(entry) }

    /// Selects an entry as soon as the list contains it, unless a key is pressed before.
    mutating func seek(_ id: EntryID?) { list.sought = id }

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
    static func withShortIDs(_ text: String) -> String {
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
        list.sought = nil
        switch (overlay, mode) {
        case (.prompt(let line)?, _): return handle(key, in: line)
        case (.keys?, _): return handleInKeys(key)
        case (nil, .list): return handleInList(key)
        case (nil, .reading): return handleInText(key)
        }
    }

    private mutating func handleInList(_ key: Key) -> Request? {
        switch key {
        case .character("q"): return .quit
        case .escape: return query == nil ? nil : .search(nil)
        case .up, .character("k"): list.select(list.index - 1)
        case .down, .character("j"): list.select(list.index + 1)
        case .pageUp: list.select(list.index - 10)
        case .pageDown, .character(" "): list.select(list.index + 10)
        case .home, .character("g"): list.select(0)
        case .end, .character("G"): list.select(list.entries.count - 1)
        case .enter:
            list.select(list.index)
            return selection.map(Request.read)
        case .character("/"): overlay = .prompt(PromptLine(.query))
        default: return handleAction(key)
        }
        return nil
    }

    private mutating func handleInText(_ key: Key) -> Request? {
        switch key {
        case .character("q"), .escape, .backspace: mode = .list
        default:
            guard let move = ListFrame.Move(key) else { return handleAction(key) }
            textFrame.move(move)
        }
        return nil
    }

    private mutating func handleInKeys(_ key: Key) -> Request? {
        if let move = ListFrame.Move(key) {
            keysFrame.move(move)
        } else {
            overlay = nil
            keysFrame = ListFrame()
        }
        return nil
    }

    /// Applies a key of an action on the selected entry, or on the journal.
    private mutating func handleAction(_ key: Key) -> Request? {
        switch key {
        case .character("n"): return .write
        case .character("u"): return .undo
        case .character("?"): overlay = .keys
        default: break
        }
        guard let entry = selection, Self.isForEntry(key) else { return nil }
        guard !list.hasLostSelection else {
            list.select(list.index)
            message = "the entry has left the list; press the key again for the selected one"
            return nil
        }
        switch key {
        case .character("e"): return .edit(entry)
        case .character("d"), .delete:
            list.deleted = entry.id
            return .delete(entry)
        case .character("s"): return .star(entry)
        case .character("t"): overlay = .prompt(PromptLine(.tags(entry)))
        case .character("m"): overlay = .prompt(PromptLine(.notebook(entry)))
        default: break
        }
        return nil
    }

    /// Returns whether the action of a key is on the selected entry.
    private static func isForEntry(_ key: Key) -> Bool {
        ["e", "d", "s", "t", "m"].map(Key.character).contains(key) || key == .delete
    }

    private mutating func handle(_ key: Key, in line: PromptLine) -> Request? {
        var line = line
        guard let end = line.handle(key) else {
            overlay = .prompt(line)
            return nil
        }
        overlay = nil
        return end == .accepted ? Self.request(of: line) : nil
    }

    /// Returns the action of a text that was typed; nil if it changes nothing.
    private static func request(of line: PromptLine) -> Request? {
        switch line.purpose {
        case .query: return .search(line.words)
        case .tags(let entry):
            let (added, removed) = line.tagChanges(of: entry)
            guard !added.isEmpty || !removed.isEmpty else { return nil }
            return .tag(entry, added: added, removed: removed)
        case .notebook(let entry):
            let name = line.trimmed
            return name.isEmpty || name == entry.notebook.name
                ? nil : .move(entry, notebook: name)
        }
    }
}

extension ListFrame.Move {
    /// The movement of a key; nil if it is another key.
    fileprivate init?(_ key: Key) {
        switch key {
        case .up, .character("k"): self = .line(-1)
        case .down, .character("j"): self = .line(1)
        case .pageUp: self = .page(-1)
        case .pageDown, .character(" "): self = .page(1)
        case .home, .character("g"): self = .start
        case .end, .character("G"): self = .end
        default: return nil
        }
    }
}

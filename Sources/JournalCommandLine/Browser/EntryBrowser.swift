// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol

/// A screen on which entries are listed, read, searched and edited, and which follows changes.
package struct EntryBrowser {
    private static let pause: Int32 = 1000
    /// The name of the command in the undo log.
    private static let command = "tui"

    private let context: CommandContext
    private let client: JournalClient
    private var request: ListOpen
    private var entries: LiveEntries
    private var state = BrowserState()
    /// The whole text of the entry that is shown, with its revision.
    private var shown: EntryRecord?

    /// Creates a browser of the entries of a list.
    package init(_ request: ListOpen, in context: CommandContext) throws(ClientError) {
        self.context = context
        self.request = request
        client = try context.client
        entries = LiveEntries(client: client, request: request)
        state.query = request.query
        state.limit = request.limit
    }

    /// Shows the screen until the user leaves it.
    ///
    /// - Throws: `usage` if the terminal has no screen, or an error of the first opening, such as a
    ///   notebook that does not exist.
    package mutating func run() throws(ClientError) {
        guard context.environment["TERM"] != "dumb" else {
            throw ClientError(
                .usage,
                "the terminal cannot show a screen: TERM is \"dumb\"",
                advice: "Use journal list, search, show and edit."
            )
        }
        try entries.open()
        let screen = try TerminalScreen()
        while true {
            state.update(entries.rows)
            refreshText()
            screen.draw(lines())
            let events = screen.wait(for: entries.descriptor, milliseconds: Self.pause)
            if events.isClosed { return }
            for key in events.keys {
                guard let request = state.handle(key) else { continue }
                if request == .quit { return }
                perform(request, on: screen)
            }
            // Replies to calls can have been preceded by notifications.
            entries.update(mayOpen: events.keys.isEmpty)
        }
    }

    private mutating func lines() -> [String] {
        let size = Terminal.size
        let terminal = Terminal(
            isInteractive: true,
            hasColor: context.terminal.hasColor,
            width: size.columns > 0 ? size.columns : 80,
            height: size.rows > 0 ? size.rows : 24
        )
        return state.lines(
            text: shown?.text,
            fault: entries.fault,
            terminal: terminal,
            now: LocalTime.now()
        )
    }

    /// Reads the text again after the entry that is shown has changed.
    private mutating func refreshText() {
        guard state.mode == .reading, let entry = state.selection, let shown,
            shown.id == entry.id, shown.revision != entry.revision
        else { return }
        if let current = try? whole(entry) { self.shown = current }
    }

    private var hasTextTags: Bool { context.settings.makesTextTags(nil) }

    private func whole(_ entry: EntryRecord) throws(ClientError) -> EntryRecord {
        try client.call(EntryGet(id: EntryReference(entry.id))).entry
    }

    private mutating func perform(_ request: BrowserState.Request, on screen: TerminalScreen) {
        do throws(ClientError) {
            switch request {
            case .quit: break
            case .read:
                guard let entry = state.selection else { return }
                shown = try whole(entry)
                state.read()
            case .edit:
                guard let entry = state.selection else { return }
                let current = try whole(entry)
                state.message = try screen.suspended { () throws(ClientError) in try edit(current) }
            case .write:
                state.message = try screen.suspended { () throws(ClientError) in try write() }
            case .search(let query): try search(query)
            }
        } catch {
            state.show(error)
        }
    }

    private func edit(_ entry: EntryRecord) throws(ClientError) -> String {
        let directory = try context.stateDirectory()
        let editor = Editor(
            environment: context.environment,
            setting: context.settings.editor,
            stateDirectory: directory
        )
        let draft = try editor.edit(entry.text, name: "\(entry.id)-\(entry.revision)")
        guard !draft.text.utf8.elementsEqual(Editor.trimmed(entry.text).utf8) else {
            draft.discard()
            return "unchanged"
        }
        let change = EntryUpdate(
            id: EntryReference(entry.id),
            text: draft.text,
            tags: hasTextTags
                ? TextTags.edited(entry.tags, from: entry.text, to: draft.text) : nil,
            include: .summary
        )
        let editing = EntryEditing(client: client, stateDirectory: directory)
        let written = try editing.update(entry, change, draft: draft.path)
        let changes = EntryChange(entry, change, written).map { [$0] } ?? []
        context.record(Self.command, written.cursor, changes)
        draft.discard()
        return "saved"
    }

    private func write() throws(ClientError) -> String {
        let directory = try context.stateDirectory()
        let editor = Editor(
            environment: context.environment,
            setting: context.settings.editor,
            stateDirectory: directory
        )
        let draft = try editor.edit("", name: "new")
        guard !Editor.isBlank(draft.text) else {
            draft.discard()
            return "nothing was written"
        }
        let call = EntryCreate(
            id: .random(),
            text: draft.text,
            notebook: request.filter.notebook ?? context.settings.notebook,
            tags: hasTextTags ? TextTags(draft.text).adding(to: []) : [],
            createdAt: LocalTime.now(),
            zone: LocalTime.zone(environment: context.environment)
        )
        let written = try EntryWriter(context).write(call, draft: draft.path)
        context.record(Self.command, written.cursor, [EntryChange(created: written)])
        draft.discard()
        return "written"
    }

    /// Replaces the list by that of a query; the former one stays if the query is invalid.
    private mutating func search(_ query: String?) throws(ClientError) {
        var next = request
        next.query = query
        var found = LiveEntries(client: client, request: next)
        // The former list ends with its connection.
        client.disconnect()
        do throws(ClientError) {
            try found.open()
        } catch {
            client.disconnect()
            try entries.open()
            throw error
        }
        (request, entries) = (next, found)
        state.query = query
    }
}

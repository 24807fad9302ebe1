// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol

/// A screen on which entries are listed, read, searched and changed, and which follows changes.
package struct EntryBrowser {
    private static let pause: Int32 = 1000

    private let context: CommandContext
    private let actions: BrowserActions
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
        actions = try BrowserActions(context: context)
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
                // A message on standard error is replaced.
                screen.invalidate()
                if Interruption.isRequested { return }
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
        if let current = try? whole(entry.id) { self.shown = current }
    }

    private func whole(_ id: EntryID) throws(ClientError) -> EntryRecord {
        try client.call(EntryGet(id: EntryReference(id))).entry
    }

    private mutating func perform(_ request: BrowserState.Request, on screen: TerminalScreen) {
        do throws(ClientError) {
            switch request {
            case .quit: break
            case .read(let entry):
                shown = try whole(entry.id)
                state.read()
            case .search(let query): try search(query)
            case .edit(let entry):
                let current = try whole(entry.id)
                show(try screen.suspended { () throws(ClientError) in try actions.edit(current) })
            case .write:
                let notebook = self.request.filter.notebook
                show(
                    try screen.suspended { () throws(ClientError) in
                        try actions.write(notebook: notebook)
                    }
                )
            case .delete(let entry): show(try actions.delete(entry))
            case .star(let entry): show(try actions.star(entry))
            case .tag(let entry, let added, let removed):
                show(try actions.tag(entry, added: added, removed: removed))
            case .move(let entry, let notebook):
                show(try actions.move(entry, notebook: notebook))
            case .undo:
                let (message, id) = try actions.undo()
                show(message)
                state.seek(id)
                if let id, let entry = try? whole(id) { state.wrote(entry.summary) }
            }
        } catch {
            state.show(error)
        }
    }

    private mutating func show(_ outcome: BrowserActions.Outcome) {
        show(outcome.message)
        if let entry = outcome.entry { state.wrote(entry) }
    }

    private mutating func show(_ message: String) {
        state.message = BrowserState.withShortIDs(message)
    }

    /// Replaces the list by the matches of a query; keeps the list if the query is invalid.
    private mutating func search(_ query: String?) throws(ClientError) {
        var next = request
        next.query = query
        var found = LiveEntries(client: client, request: next)
        // The daemon closes the previous list with its connection.
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

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
internal import JournalProtocol

/// Formats the events of `watch`.
package struct ChangeText {
    private let terminal: Terminal
    private let format: CommandContext.Format

    /// Creates a formatter for an output.
    package init(terminal: Terminal, format: CommandContext.Format) {
        self.terminal = terminal
        self.format = format
    }

    /// Returns the lines of an event.
    package func lines(_ event: Watcher.Event) -> [String] {
        switch event {
        case .subscribed: return []
        case .changes(let changes):
            guard format == .text else { return [terminal.safe(changes.json.description)] }
            return changes.items.map(line)
        case .reset(let cursor):
            guard format == .text else {
                return [JSON.object(["reset": true, "to": cursor.json]).description]
            }
            return ["reset: changes were missed; read the journal again"]
        }
    }

    private func line(_ item: ChangeItem) -> String {
        let operation = item.operation.rawValue
        guard item.kind == .entry else {
            return [operation, item.kind.rawValue, terminal.safe(item.name ?? item.id)]
                .joined(separator: terminal.isInteractive ? "  " : "\t")
        }
        guard let entry = item.entry else {
            let id = terminal.isInteractive ? String(item.id.prefix(8)) : item.id
            return operation + (terminal.isInteractive ? "  " : "\t") + id
        }
        var inner = terminal
        inner.width -= operation.count + 2
        let rest = EntryText(terminal: inner).line(entry)
        return operation + (terminal.isInteractive ? "  " : "\t") + rest
    }
}

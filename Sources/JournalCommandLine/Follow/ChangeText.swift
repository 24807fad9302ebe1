// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
internal import JournalProtocol

/// Changes as lines, for `watch`.
package struct ChangeText {
    private let terminal: Terminal
    private let format: CommandContext.Format

    /// Writes for an output.
    package init(terminal: Terminal, format: CommandContext.Format) {
        self.terminal = terminal
        self.format = format
    }

    /// The lines of an event.
    package func lines(_ event: Watcher.Event) -> [String] {
        switch event {
        case .begin: return []
        case .changes(let changes):
            guard format == .text else { return [terminal.safe(changes.json.description)] }
            return changes.items.map(line)
        case .reset(let cursor):
            guard format == .text else {
                return [JSON.object(["reset": true, "to": cursor.json]).description]
            }
            return ["reset: history was missed, read again"]
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

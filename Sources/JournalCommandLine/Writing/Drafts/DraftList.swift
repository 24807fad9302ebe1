// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalClient
internal import JournalProtocol

/// Formats the list of drafts, conflicts and undelivered entries.
package struct DraftList {
    private let context: CommandContext

    /// Creates a list for the output of a run.
    package init(_ context: CommandContext) { self.context = context }

    /// Prints the saved files with their numbers.
    package func show(_ texts: [SavedText]) {
        func objects() -> [JSON] { texts.enumerated().map { Self.json($1, number: $0 + 1) } }
        context.list(objects(), whole: ["drafts": .array(objects())]) {
            var table = Table()
            for (index, text) in texts.enumerated() { add(text, number: index + 1, to: &table) }
            return table.fittedLines(for: context.terminal)
        }
    }

    private func add(_ saved: SavedText, number: Int, to table: inout Table) {
        guard context.terminal.isInteractive else {
            let time = saved.modifiedAt.description
            table.add(String(number), saved.kind.rawValue, time, saved.path, saved.firstLine)
            return
        }
        let age = LocalTime.now().milliseconds - saved.modifiedAt.milliseconds
        var words = saved.edit.map { "entry \($0.id.text.prefix(8)): " } ?? ""
        if saved.holder != nil { words = "open in an editor: " }
        table.add(
            String(number),
            saved.kind.rawValue,
            StatusText.uptime(seconds: Int(max(0, age / 1000))),
            words + saved.firstLine
        )
    }

    private static func json(_ saved: SavedText, number: Int) -> JSON {
        var object = JSONObject()
        object.append("number", number)
        object.append("kind", saved.kind)
        object.append("name", saved.name)
        object.append("path", saved.path)
        object.append("modifiedAt", saved.modifiedAt)
        object.append("entry", saved.edit?.id)
        object.append("rev", saved.edit?.revision)
        object.append("openedBy", saved.holder.map { Int($0) })
        object.append("firstLine", saved.firstLine)
        return .object(object)
    }
}

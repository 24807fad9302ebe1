// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

/// Formats versions of an entry's text.
package struct VersionText {
    private let terminal: Terminal

    /// Creates a formatter for an output.
    package init(terminal: Terminal) { self.terminal = terminal }

    /// Returns the lines of a version: on a terminal the changes that replaced it, in a pipe
    /// tab-separated fields with the first line.
    ///
    /// - Parameters:
    ///   - version: The version with its whole text.
    ///   - number: The number of the version.
    ///   - newer: The text that replaced it.
    /// - Returns: The lines.
    package func lines(
        _ version: EntryVersion,
        number: Int,
        replacedBy newer: String
    ) -> [String] {
        let replaced = LocalTime.local(version.replacedAt)
        guard terminal.isInteractive else {
            let mark = EntryText.hasMoreLines(version.text) ? " …" : ""
            let fields = [
                terminal.styled(String(number), as: .yellow), version.id.text,
                terminal.styled(replaced.description, as: .faint),
                version.isUnreadable
                    ? EntryText.unreadable : EntryText.firstLine(version.text) + mark,
            ]
            return [fields.joined(separator: "\t")]
        }
        let title =
            terminal.styled(String(number), as: .yellow) + "  "
            + terminal.styled("replaced " + EntryText.time(replaced), as: .faint)
        guard !version.isUnreadable else { return [title, "  " + EntryText.unreadable, ""] }
        let difference = LineDifference(from: version.text, to: newer)
        return [title] + difference.lines.map(line) + [""]
    }

    private func line(_ line: LineDifference.Line) -> String {
        switch line {
        case .common(let text): "  " + terminal.safe(String(text))
        case .removed(let text): terminal.styled("- " + terminal.safe(String(text)), as: .red)
        case .added(let text): terminal.styled("+ " + terminal.safe(String(text)), as: .green)
        case .omitted(let count): terminal.styled("  … \(count) lines", as: .faint)
        }
    }
}

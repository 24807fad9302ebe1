// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Formats the findings of `journal doctor`.
package enum DoctorText {
    /// The number of columns below which a description is on the line after its area.
    private static let minimumRoom = 28

    /// Returns one line per finding, and an indented one with what to do.
    package static func lines(_ findings: [Finding], for terminal: Terminal) -> [String] {
        let width = findings.map(\.area.count).max() ?? 0
        return findings.flatMap { finding in
            let emphasis: Terminal.Emphasis =
                switch finding.state {
                case .ok: .green
                case .warning: .yellow
                case .error: .red
                }
            let state = terminal.styled(finding.state.rawValue.padded(to: 7), as: emphasis)
            let beginning = "\(state)  \(finding.area.padded(to: width))  "
            let advice = finding.state == .ok ? nil : finding.advice
            guard terminal.isInteractive else {
                return [beginning + finding.text]
                    + (advice.map { [Self.blanks(width + 11) + $0] } ?? [])
            }
            let texts = [finding.text, advice].compactMap { $0 }.map(terminal.safe)
            return Self.lines(beginning, texts: texts, column: width + 11, for: terminal)
        }
    }

    /// Returns the area of a finding followed by its wrapped description, which is below it in a
    /// narrow terminal.
    private static func lines(
        _ beginning: String,
        texts: [String],
        column: Int,
        for terminal: Terminal
    ) -> [String] {
        let isNarrow = terminal.width < column + minimumRoom
        let indentation = isNarrow ? 2 : column
        let wrapped = texts.flatMap {
            WrappedText.lines(
                $0,
                width: max(minimumRoom, terminal.width - indentation),
                dividesWords: false
            )
        }
        let rest = wrapped.map { blanks(indentation) + $0 }
        guard !isNarrow, let first = wrapped.first else {
            return [String(beginning.reversed().drop { $0 == " " }.reversed())] + rest
        }
        return [beginning + first] + rest.dropFirst()
    }

    private static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
}

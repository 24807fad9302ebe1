// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Formats the findings of `journal doctor`.
package enum DoctorText {
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
            let state = terminal.styled(finding.state.rawValue.padded(to: 7), emphasis)
            let line = "\(state)  \(finding.area.padded(to: width))  \(terminal.safe(finding.text))"
            guard finding.state != .ok, let advice = finding.advice else { return [line] }
            return [line, String(repeating: " ", count: width + 11) + terminal.safe(advice)]
        }
    }
}

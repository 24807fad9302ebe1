// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalClient
internal import JournalSystem

/// Standard error, for messages.
package enum StandardError {
    /// Writes lines immediately; control characters are replaced on a terminal.
    package static func say(_ text: String) {
        let shown = StandardDescriptors.isTerminal(2) ? Terminal.sanitized(text) : text
        _ = FileSystem.write(Array((shown + "\n").utf8), descriptor: 2)
    }
}

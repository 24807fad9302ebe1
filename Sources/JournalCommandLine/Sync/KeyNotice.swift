// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

/// Formats the key of a space for a person.
package enum KeyNotice {
    /// Returns the lines that show a key.
    package static func lines(_ key: Secret) -> [String] {
        let text = key.withBytes { String(decoding: $0, as: UTF8.self) }
        return [
            "The key of the space, which everyone who has it can read:", "  \(text)",
            "Keep it in a safe place, and pass it to each other machine in a file.",
        ]
    }
}

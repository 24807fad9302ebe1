// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol

/// Parses ids of the command line.
package enum EntryArgument {
    /// Returns the reference of an id or its first digits.
    package static func reference(_ text: String) throws(ClientError) -> EntryReference {
        guard let reference = EntryReference(text) else {
            throw ClientError(
                .usage,
                "invalid id \"\(text)\"",
                advice: "Use at least the first \(EntryReference.minimumDigits) hexadecimal digits "
                    + "of an id."
            )
        }
        return reference
    }
}

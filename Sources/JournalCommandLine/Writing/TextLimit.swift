// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalClient
internal import JournalProtocol

/// The limit of the length of a text, which is checked before the text is sent: a request that is
/// longer than a line may be would be refused without the reason.
enum TextLimit {
    /// Checks the length of a text.
    ///
    /// - Throws: `entry.tooLarge`, as the daemon would reply, if the text is too long.
    static func check(_ text: String) throws(ClientError) {
        let count = text.utf8.count
        guard count > Limits.entryText else { return }
        let message = "the text is \(count) bytes; the limit is \(Limits.entryText)"
        throw ClientError(ProtocolError(.entryTooLarge, message))
    }
}

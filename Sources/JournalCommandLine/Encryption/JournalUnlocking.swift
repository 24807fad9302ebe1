// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
internal import JournalProtocol
internal import JournalSystem

/// Unlocks an encrypted journal.
package struct JournalUnlocking {
    /// The maximum number of passphrases that are read from a terminal.
    private static let attempts = 3

    private let client: JournalClient

    /// Creates an instance that unlocks the journal of a client.
    package init(_ client: JournalClient) { self.client = client }

    /// Sends a passphrase to the daemon.
    ///
    /// - Throws: The error of the daemon, such as that the passphrase is wrong.
    package func unlock(_ passphrase: String) throws(ClientError) {
        _ = try client.call(StoreUnlock(passphrase: passphrase))
    }

    /// Asks the terminal for the passphrase, up to three times; returns whether the journal is
    /// unlocked.
    ///
    /// - Throws: An error if the daemon does not answer.
    func askAndUnlock() throws(ClientError) -> Bool {
        guard StandardDescriptors.isTerminal(2), let terminal = HiddenInput() else { return false }
        defer { terminal.end() }
        for attempt in 1...Self.attempts {
            guard let text = terminal.line("Passphrase of the journal: "), !text.isEmpty else {
                return false
            }
            do throws(ClientError) {
                try unlock(text)
                return true
            } catch  where error.cause?.kind == .encryptionPassphrase {
                StandardError.say("journal: \(error.message)")
                if attempt == Self.attempts { return false }
            }
        }
        return false
    }
}

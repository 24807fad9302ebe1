// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol
internal import JournalSystem

/// The work of `journal backup --verify`.
///
/// The daemon checks the file, and with its key the encrypted values. Without that key, they are
/// checked with a passphrase, by the executable of the daemon as a separate process.
package struct BackupCheck {
    private let context: CommandContext
    private let passphraseFile: String?

    /// Creates a check.
    ///
    /// - Parameters:
    ///   - context: The context of the command.
    ///   - passphraseFile: The file with the passphrase of the backup; nil to ask the terminal, if
    ///     the daemon has another key or none.
    package init(_ context: CommandContext, passphraseFile: String?) {
        self.context = context
        self.passphraseFile = passphraseFile
    }

    /// Checks the backup at an absolute path.
    ///
    /// - Throws: An error if the file cannot be checked, or the passphrase is wrong.
    package func run(_ path: String) throws(ClientError) -> BackupVerify.Reply {
        let reply = try context.client.call(BackupVerify(path: path))
        guard reply.isEncrypted, reply.values == nil, let passphrase = try passphrase() else {
            return reply
        }
        let program = try StoreProgram(environment: context.environment)
        let report = try program.check(path, passphrase: passphrase)
        return BackupVerify.Reply(
            problems: report.problems,
            entryCount: report.entryCount,
            attachmentCount: report.attachmentCount,
            version: report.version,
            isEncrypted: report.isEncrypted,
            values: report.values
        )
    }

    /// Returns the passphrase of the backup, or `nil`.
    private func passphrase() throws(ClientError) -> String? {
        if let passphraseFile { return try PassphraseSource(file: passphraseFile).present() }
        guard StandardDescriptors.isTerminal(0), StandardDescriptors.isTerminal(2),
            let terminal = HiddenInput()
        else { return nil }
        defer { terminal.end() }
        CoreDump.disable()
        let text = terminal.line("Passphrase of the backup (empty: do not check the content): ")
        return text?.isEmpty == false ? text : nil
    }
}

extension BackupVerify.Reply {
    /// The result in a line.
    package var text: String {
        let entries = entryCount == 1 ? "1 entry" : "\(entryCount) entries"
        let start = "\(isIntact ? "intact" : "damaged"), \(entries)"
        guard isEncrypted else { return start }
        guard let values else { return "\(start); the encrypted values were not checked" }
        let count = values.count == 1 ? "1 encrypted value" : "\(values.count) encrypted values"
        guard values.damagedCount > 0 else { return "\(start), \(count)" }
        return "\(start), \(count), of which \(values.damagedCount) cannot be decrypted"
    }
}

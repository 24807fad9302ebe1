// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol

struct Unlock: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock",
        abstract: "Unlock an encrypted journal with its passphrase.",
        discussion: HelpText.unlock
    )

    @OptionGroup var passphrase: PassphraseOption

    @OptionGroup(title: "Common options") var common: CommonOptions

    func run(in context: CommandContext) throws(ClientError) {
        let status = try context.client.call(Status())
        guard status.isEncrypted else {
            throw ClientError(ProtocolError(.encryptionAbsent, "the journal is not encrypted"))
        }
        guard status.isLocked else {
            return context.show("the journal is unlocked already", ["unlocked": true])
        }
        let text = try PassphraseSource(file: passphrase.file).present()
        try JournalUnlocking(context.client).unlock(text)
        context.show("unlocked", ["unlocked": true])
    }
}

struct Lock: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "lock",
        abstract: "Lock an encrypted journal: the daemon stops, and with it the key is gone.",
        discussion: HelpText.lock
    )

    @OptionGroup(title: "Common options") var common: CommonOptions

    func run(in context: CommandContext) throws(ClientError) {
        let quiet = try common.quiet(context).client
        let control = DaemonControl(environment: context.environment, client: quiet)
        if try control.isRunning() { try quiet.lockAndWait() }
        context.show("locked", ["locked": true])
    }
}

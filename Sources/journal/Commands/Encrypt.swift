// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol

struct Encrypt: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "encrypt",
        abstract: "Encrypt the journal, or change its passphrase.",
        discussion: HelpText.encrypt
    )

    @OptionGroup var passphrase: PassphraseOption

    @Flag(name: .long, help: "Change the passphrase of an encrypted journal.")
    var changePassphrase = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The binary logarithm of the cost of scrypt, 10 to 20 (default: 17, for 128 MiB).",
            valueName: "number"
        )
    )
    var cost: Int?

    @OptionGroup(title: "Common options") var common: CommonOptions

    func run(in context: CommandContext) throws(ClientError) {
        let run = try StoreConversionRun(context, quiet: common.quiet(context))
        let isEncrypted = try run.isEncrypted()
        guard isEncrypted == changePassphrase else {
            throw ClientError(
                .input,
                isEncrypted
                    ? "the journal is encrypted already" : "the journal is not encrypted",
                advice: isEncrypted
                    ? "Change its passphrase with: journal encrypt --change-passphrase"
                    : "Encrypt it with: journal encrypt"
            )
        }
        let source = try PassphraseSource(file: passphrase.file)
        if changePassphrase {
            try replacePassphrase(from: source, by: run, in: context)
        } else {
            try encrypt(with: source, by: run, in: context)
        }
    }

    private func replacePassphrase(
        from source: PassphraseSource,
        by run: StoreConversionRun,
        in context: CommandContext
    ) throws(ClientError) {
        let present = try source.present()
        let outcome = try run.changePassphrase(from: present, to: try source.new(1), cost: cost)
        context.show(
            "changed the passphrase; backups keep the one that they were written with"
                + Self.lockedLine(outcome),
            outcome.json,
            stored: "the passphrase was changed"
        )
    }

    private func encrypt(
        with source: PassphraseSource,
        by run: StoreConversionRun,
        in context: CommandContext
    ) throws(ClientError) {
        let text = try source.new()
        StandardError.say("journal: encrypting; a journal of 100 MB takes about ten seconds")
        let outcome = try run.encrypt(passphrase: text, cost: cost)
        let state = outcome.unlockingFailure == nil ? "; it is unlocked until the daemon stops" : ""
        var lines = ["encrypted \(outcome.store)\(state)\(Self.lockedLine(outcome))"]
        lines.append("Without the passphrase nobody can read it again: keep it in a safe place.")
        if !outcome.plainFiles.isEmpty {
            lines.append("These copies are not encrypted; remove them yourself:")
            lines += outcome.plainFiles.map { "  \($0)" }
        }
        context.show(
            lines.joined(separator: "\n"),
            outcome.json,
            stored: "the journal was encrypted"
        )
    }

    /// Returns a further line if the journal remains locked.
    private static func lockedLine(_ outcome: StoreConversionRun.Outcome) -> String {
        guard let failure = outcome.unlockingFailure else { return "" }
        return "\nThe journal is locked (\(failure.message)); unlock it with: journal unlock"
    }
}

struct Decrypt: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "decrypt",
        abstract: "Store the journal without encryption again.",
        discussion: HelpText.decrypt
    )

    @OptionGroup var passphrase: PassphraseOption

    @Flag(name: .long, help: "Leave out what is damaged, and keep the encrypted store.")
    var skipDamaged = false

    @OptionGroup(title: "Common options") var common: CommonOptions

    func run(in context: CommandContext) throws(ClientError) {
        let run = try StoreConversionRun(context, quiet: common.quiet(context))
        guard try run.isEncrypted() else {
            throw ClientError(.input, "the journal is not encrypted")
        }
        let text = try PassphraseSource(file: passphrase.file).present()
        let outcome: StoreConversionRun.Outcome
        do throws(ClientError) {
            outcome = try run.decrypt(passphrase: text, skipsDamaged: skipDamaged)
        } catch {
            guard error.cause?.kind == .entryUnreadable else { throw error }
            throw error.adding("To leave out what is damaged: journal decrypt --skip-damaged")
        }
        var lines = ["decrypted \(outcome.store)"]
        if let kept = outcome.conversion.kept {
            lines.append("Damaged, and so not in the store:")
            lines += outcome.conversion.losses.map { "  \($0)" }
            lines.append("The encrypted store was kept: \(kept)")
        }
        let others = outcome.encryptedFiles.filter { $0 != outcome.conversion.kept }
        if !others.isEmpty {
            lines.append("These copies are still encrypted, and need the passphrase:")
            lines += others.map { "  \($0)" }
        }
        context.show(
            lines.joined(separator: "\n"),
            outcome.json,
            stored: "the journal was decrypted"
        )
    }
}

/// The option with the place of a passphrase.
struct PassphraseOption: ParsableArguments {
    @Option(
        name: .customLong("passphrase-file"),
        help: ArgumentHelp(
            "Read the passphrase from this file (default: the terminal, or standard input).",
            valueName: "path"
        ),
        completion: .file(),
        transform: PathArgument.path
    )
    var file: String?
}

extension CommonOptions {
    /// Returns a context with a client that launches no daemon.
    func quiet(_ context: CommandContext) -> CommandContext {
        var options = options
        options.mayStart = false
        return CommandContext(options, environment: context.environment)
    }
}

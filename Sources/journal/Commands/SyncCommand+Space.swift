// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol

// The commands that begin, change or end the membership in a space.
extension SyncCommand {
    struct Init: JournalCommand {
        static let configuration = CommandConfiguration(
            commandName: "init",
            abstract: "Put the journal on a hub, which other machines can join.",
            discussion: HelpText.syncInit
        )

        @OptionGroup var hub: HubOption

        @OptionGroup var passphrase: PassphraseOption

        @Flag(name: .customLong("key"), help: "Show a key once instead of asking for a passphrase.")
        var showsKey = false

        @OptionGroup var machine: MachineOption

        @OptionGroup(title: "Common options") var common: CommonOptions

        func validate() throws {
            guard !showsKey || passphrase.file == nil else {
                throw ValidationError("--key and --passphrase-file cannot be combined")
            }
        }

        func run(in context: CommandContext) throws(ClientError) {
            let address = try HubArgument.address(hub.address)
            let secret =
                showsKey ? nil : Secret(try PassphraseSource(file: passphrase.file).new())
            let reply = try context.client.call(
                SyncInit(hub: address, passphrase: secret, name: machine.name)
            )
            var lines = ["synchronizing with \(address)"]
            if let key = reply.key { lines += KeyNotice.lines(key) }
            let option = reply.key == nil ? "" : " --key-file FILE"
            lines.append("On each other machine: journal sync join \(address)\(option)")
            context.show(
                lines.joined(separator: "\n"),
                reply.json,
                stored: "the journal is synchronized with \(address)"
            )
        }
    }

    struct Join: JournalCommand {
        static let configuration = CommandConfiguration(
            commandName: "join",
            abstract: "Merge the journal with that of other machines, and keep them equal.",
            discussion: HelpText.syncJoin
        )

        @OptionGroup var hub: HubOption

        @OptionGroup var passphrase: PassphraseOption

        @Option(
            name: .long,
            help: ArgumentHelp(
                "Read the key from this file (- for standard input) instead of asking for the "
                    + "passphrase.",
                valueName: "path"
            ),
            completion: .file(),
            transform: PathArgument.path
        )
        var keyFile: String?

        @Option(
            name: .long,
            help: ArgumentHelp("The space, if the hub has several.", valueName: "id")
        )
        var space: String?

        @OptionGroup var machine: MachineOption

        @OptionGroup(title: "Common options") var common: CommonOptions

        func validate() throws {
            guard keyFile == nil || passphrase.file == nil else {
                throw ValidationError("--key-file and --passphrase-file cannot be combined")
            }
        }

        func run(in context: CommandContext) throws(ClientError) {
            let address = try HubArgument.address(hub.address)
            let reply = try context.client.call(
                SyncJoin(
                    hub: address,
                    credential: try credential,
                    space: space,
                    name: machine.name
                )
            )
            context.show(
                "synchronizing with \(address); to see the state: journal sync status",
                reply.json,
                stored: "the journal is synchronized with \(address)"
            )
        }

        private var credential: SyncJoin.Credential {
            get throws(ClientError) {
                if let keyFile { return .key(try KeyFile.read(keyFile)) }
                let source = try PassphraseSource(file: passphrase.file)
                return .passphrase(Secret(try source.present(of: "the space")))
            }
        }
    }

    struct Remove: JournalCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Forget a machine that does not come back."
        )

        @Argument(
            help: "The name of the machine, or the beginning of its number.",
            completion: .machines
        )
        var machine: String

        @Flag(name: .shortAndLong, help: "Forget it without asking.") var yes = false

        @OptionGroup(title: "Common options") var common: CommonOptions

        func run(in context: CommandContext) throws(ClientError) {
            let client = try context.client
            let machines = try client.call(SyncMachines()).machines
            let found = try SyncMachineChoice(among: machines).other(machine)
            let isConfirmed = try Confirmation(isGiven: yes).ask(
                "Forget the machine \(found.name)? What it has sent stays.",
                refusal: "nothing was changed"
            )
            guard isConfirmed else { throw ClientError(.nothingFound, "nothing was changed") }
            let reply = try client.call(SyncRemove(node: found.node))
            context.show("removed \(found.name)", reply.json, stored: "a machine was removed")
        }
    }

    struct Move: JournalCommand {
        static let configuration = CommandConfiguration(
            commandName: "move",
            abstract: "Continue on another hub.",
            discussion: HelpText.syncMove
        )

        @OptionGroup var hub: HubOption

        @OptionGroup(title: "Common options") var common: CommonOptions

        func run(in context: CommandContext) throws(ClientError) {
            let address = try HubArgument.address(hub.address)
            let reply = try context.client.call(SyncMove(hub: address))
            context.show(
                "synchronizing with \(address)\n"
                    + "On each other machine: journal sync move \(address)",
                reply.json,
                stored: "the journal is synchronized with \(address)"
            )
        }
    }

    struct Key: JournalCommand {
        static let configuration = CommandConfiguration(
            commandName: "key",
            abstract: "Show the key of the space, or replace it.",
            discussion: HelpText.syncKey
        )

        @Flag(name: .customLong("new"), help: "Replace the key; other machines have to join again.")
        var isNew = false

        @Option(
            name: .customLong("passphrase-file"),
            help: ArgumentHelp(
                "With --new: read a passphrase for the new key from this file.",
                valueName: "path"
            ),
            completion: .file(),
            transform: PathArgument.path
        )
        var passphraseFile: String?

        @OptionGroup(title: "Common options") var common: CommonOptions

        func validate() throws {
            guard isNew || passphraseFile == nil else {
                throw ValidationError("--passphrase-file needs --new")
            }
        }

        func run(in context: CommandContext) throws(ClientError) {
            var call = SyncKey(isNew: isNew)
            if let passphraseFile {
                call.passphrase = Secret(try PassphraseSource(file: passphraseFile).new())
            }
            let reply = try context.client.call(call)
            context.show(
                KeyNotice.lines(reply.key).joined(separator: "\n"),
                reply.json,
                stored: isNew ? "the key was replaced" : nil
            )
        }
    }

    struct Off: JournalCommand {
        static let configuration = CommandConfiguration(
            commandName: "off",
            abstract: "End the synchronization; the journal stays complete."
        )

        @Flag(name: .long, help: "First delete what this machine has put on the hub.")
        var delete = false

        @OptionGroup(title: "Common options") var common: CommonOptions

        func run(in context: CommandContext) throws(ClientError) {
            let reply = try context.client.call(SyncOff(delete: delete))
            context.show(
                "the journal is no longer synchronized; it stays complete",
                reply.json,
                stored: "the synchronization was ended"
            )
        }
    }
}

/// The argument with the address of a hub.
struct HubOption: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "A folder, ssh://HOST/PATH, ssh://HOST/~/PATH or postgresql://HOST/DATABASE.",
            valueName: "hub"
        ),
        completion: .directory
    )
    var address: String
}

/// The option with the name of this machine.
struct MachineOption: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp("The name of this machine (default: its host name).", valueName: "name")
    )
    var name: String?
}

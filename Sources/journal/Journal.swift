// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import Glibc
internal import JournalClient
internal import JournalCommandLine
internal import JournalSystem

@main
struct Journal: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "journal",
        abstract: "Write down what happens, and find it again.",
        discussion: HelpText.overview,
        version: JournalVersion.current,
        groupedSubcommands: [
            CommandGroup(
                name: "Entries",
                subcommands: [
                    New.self, List.self, Show.self, Edit.self, Delete.self, Restore.self,
                    Search.self, Watch.self,
                ]
            ),
            CommandGroup(name: "Order", subcommands: [NotebookCommand.self, TagCommand.self]),
            CommandGroup(
                name: "Service",
                subcommands: [StatusCommand.self, DaemonCommand.self, RPC.self]
            ),
        ]
    )

    static func main() {
        StandardDescriptors.openMissing()
        StandardDescriptors.restoreBrokenPipeSignal()
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let entry = NewEntry(plainArguments: arguments) {
            Glibc.exit(CommandContext.run(CommandContext.Options(), entry.write(in:)))
        }
        do {
            var command = try parse(arguments)
            try command.run()
        } catch {
            exit(withError: error)
        }
    }

    /// Reads the command line; one that makes no sense ends the program.
    private static func parse(_ arguments: [String]) throws -> any ParsableCommand {
        do {
            return try parseAsRoot(arguments)
        } catch  where !exitCode(for: error).isSuccess {
            let unknown = names.unknown(in: arguments)
            // First what is wrong: the end of a piped text may be far away.
            StandardError.say(unknown.map { "journal: \($0.error)" } ?? fullMessage(for: error))
            // Whoever pipes a text into what is no command wanted it written.
            let line = UnparsedCommandLine(
                unknown.map { $0.corrected ?? ["new"] + arguments.dropFirst() } ?? arguments
            )
            if let note = line.keepText(in: CommandContext(CommandContext.Options())) {
                StandardError.say(note)
            }
            throw exitCode(for: error)
        }
    }
}

extension ParsableCommand {
    /// Its names and those of the commands below it.
    fileprivate static var names: CommandSuggestions {
        CommandSuggestions(
            configuration.commandName ?? "",
            aliases: configuration.aliases,
            commands: configuration.subcommands.map { $0.names }
        )
    }
}

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
        abstract: "Keep a journal and find entries again.",
        discussion: HelpText.overview,
        version: JournalVersion.current,
        groupedSubcommands: [
            CommandGroup(
                name: "Entries",
                subcommands: [
                    New.self, List.self, Show.self, Edit.self, History.self, UndoCommand.self,
                    RedoCommand.self,
                    Delete.self, Restore.self, DraftsCommand.self, TrashCommand.self, Purge.self,
                    Attach.self,
                    Attachments.self, Search.self, Stats.self, Watch.self, TUI.self,
                ]
            ),
            CommandGroup(name: "Organize", subcommands: [NotebookCommand.self, TagCommand.self]),
            CommandGroup(name: "Machines", subcommands: [SyncCommand.self]),
            CommandGroup(
                name: "Service",
                subcommands: [
                    Export.self, Import.self, BackupCommand.self, RestoreBackup.self, Recover.self,
                    Compact.self, Encrypt.self, Unlock.self, Lock.self, Decrypt.self,
                    DoctorCommand.self, StatusCommand.self, DaemonCommand.self, ConfigCommand.self,
                    CompletionCommand.self, MCPCommand.self, RPC.self,
                ]
            ),
        ]
    )

    static func main() {
        StandardDescriptors.openMissing()
        StandardDescriptors.restoreBrokenPipeSignal()
        requireValidArguments()
        var arguments = Array(CommandLine.arguments.dropFirst())
        if let entry = NewEntry(plainArguments: arguments) {
            Glibc.exit(CommandContext.run(CommandContext.Options(command: "new"), entry.write(in:)))
        }
        if arguments.isEmpty { writePipedEntry() }
        if CommandLineArguments.requestVersion(arguments) { arguments = ["--version"] }
        arguments = CommandLineArguments.ofHelp(arguments) ?? reordered(arguments)
        if arguments.first == "help" { requireCommands(arguments.dropFirst()) }
        if let command = arguments.first, Search.commandNames.contains(command) {
            arguments = CommandLineArguments.markingExcludedWords(arguments)
        }
        if arguments.first == "daemon" {
            arguments = CommandLineArguments.completingBackup(arguments)
        }
        do {
            var command = try parse(arguments)
            try command.run()
        } catch {
            let text = fullMessage(for: error)
            guard exitCode(for: error).isSuccess, !text.isEmpty else { exit(withError: error) }
            // The arguments of help have lost the option.
            Glibc.exit(show(text, mayPage: !CommandLine.arguments.contains("--no-pager")))
        }
    }

    /// Exits with an error if an argument is not UTF-8: it would be stored with other characters.
    private static func requireValidArguments() {
        let arguments = UnsafeBufferPointer(
            start: CommandLine.unsafeArgv,
            count: Int(CommandLine.argc)
        )
        for case let argument? in arguments.dropFirst()
        where String(validatingCString: argument) == nil {
            let shown = String(cString: argument)
            StandardError.say(
                "journal: the argument \"\(shown)\" is not valid UTF-8; nothing was written"
            )
            keepText(of: UnparsedCommandLine(reordered(Array(CommandLine.arguments.dropFirst()))))
            Glibc.exit(ExitStatus.dataError)
        }
    }

    /// Saves the text that was piped into a command line that is not executed, and says where.
    private static func keepText(of line: UnparsedCommandLine) {
        let context = CommandContext(CommandContext.Options())
        if let note = line.keepText(in: context) { StandardError.say(note) }
    }

    /// Exits with an error if help is requested for a command that does not exist.
    private static func requireCommands(_ words: ArraySlice<String>) {
        guard words.first != "help", let unknown = names.unknown(in: Array(words)) else { return }
        StandardError.say("journal: \(unknown.error.description)")
        Glibc.exit(ExitCode.validationFailure.rawValue)
    }

    /// Prints a help text, and returns the exit status.
    private static func show(_ text: String, mayPage: Bool) -> Int32 {
        let options = CommandContext.Options(mayPage: mayPage)
        return CommandContext.run(options, warnsOfSettings: false) {
            context throws(ClientError) in
            context.page()
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                context.output.line(styled: String(line))
            }
        }
    }

    /// Writes the text that was piped into `journal` without arguments, and exits; returns if there
    /// is none.
    private static func writePipedEntry() {
        var isWritten = false
        let status = CommandContext.run(CommandContext.Options(command: "new")) {
            context throws(ClientError) in
            isWritten = try NewEntry(words: []).writePiped(in: context)
        }
        if isWritten || status != 0 { Glibc.exit(status) }
    }

    /// Returns the arguments with the common options behind the command.
    ///
    /// A text that is piped into a line without a command is for `new`.
    private static func reordered(_ arguments: [String]) -> [String] {
        guard let first = arguments.first,
            first.hasPrefix("-") || first.contains(where: \.isWhitespace)
        else { return arguments }
        let hasInput =
            !StandardDescriptors.isTerminal(0) && StandardDescriptors.isReadable(0)
        return CommandLineArguments(arguments)
            .reordered(for: names, fallback: hasInput ? "new" : nil)
    }

    /// Parses the command line; exits if it is invalid.
    private static func parse(_ arguments: [String]) throws -> any ParsableCommand {
        do {
            let command = try parseAsRoot(arguments)
            // A request for help is a command of the parser.
            guard !(command is any JournalCommand),
                let word = CommandLineArguments.wordTakenForHelp(arguments)
            else { return command }
            throw ValidationError("Unknown option '\(word)'")
        } catch  where !exitCode(for: error).isSuccess {
            let unknown = names.unknown(in: arguments)
            // First the error: it may take long until the end of a piped text.
            let message =
                unknown?.error.description
                ?? text(of: error) + dashAdvice(arguments) + optionAdvice(arguments, after: error)
            StandardError.say("journal: \(message)")
            keepText(
                of: unknown.map { UnparsedCommandLine(arguments, unknown: $0) }
                    ?? UnparsedCommandLine(arguments)
            )
            throw exitCode(for: error)
        }
    }
}

extension Journal {
    /// Returns the message of the argument parser with the usage, without its own prefix.
    private static func text(of error: any Error) -> String {
        let text = fullMessage(for: error)
        let prefix = "Error: "
        return text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
    }

    /// Returns the advice for a text that starts with a dash, or nothing.
    private static func dashAdvice(_ arguments: [String]) -> String {
        let words = arguments.prefix { $0 != "--" }
        guard let text = words.first(where: { $0.hasPrefix("-") && $0.contains(" ") }) else {
            return ""
        }
        let command = words.first.flatMap { $0.hasPrefix("-") ? nil : $0 } ?? "new"
        return "\nA text that starts with - needs -- before it: "
            + "journal \(command) -- \"\(text)\""
    }

    /// Returns the advice for options that are easily confused, or nothing.
    private static func optionAdvice(_ arguments: [String], after error: any Error) -> String {
        let advice = OptionAdvice(arguments)
        let isSearch = arguments.first.map { Search.commandNames.contains($0) } ?? false
        let word = isSearch ? advice.excludedWord(text(of: error)) : nil
        return (advice.notebook ?? "") + (word ?? "")
    }
}

extension ParsableCommand {
    /// The names of the command and its subcommands.
    static var names: CommandSuggestions {
        CommandSuggestions(
            configuration.commandName ?? "",
            aliases: configuration.aliases,
            commands: configuration.subcommands.map { $0.names }
        )
    }
}

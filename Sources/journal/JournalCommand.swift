// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine

/// A command of `journal`: it runs in a context, and its errors become messages and statuses.
///
/// Every configuration names its command: the name that ArgumentParser makes from the type costs
/// a quarter of the time from start to `run`.
protocol JournalCommand: ParsableCommand {
    var common: CommonOptions { get }

    func run(in context: CommandContext) throws(ClientError)
}

extension JournalCommand {
    mutating func run() throws {
        let status = CommandContext.run(common.options, run(in:))
        guard status == 0 else { throw ExitCode(status) }
    }
}

/// The options that every command has.
struct CommonOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("Where the daemon listens.", valueName: "path"))
    var socket: String?

    @Option(
        name: .long,
        parsing: .unconditional,
        help: ArgumentHelp(
            "How long to wait for an answer (default: 5; where many entries are looked at, 60).",
            valueName: "seconds"
        )
    )
    var timeout: Double?

    @Flag(name: .long, help: "Do not start a daemon if none listens.")
    var noStart = false

    @Flag(name: .long, help: "Print one JSON object.")
    var json = false

    @Flag(name: .long, help: "Print one JSON object a line.")
    var jsonl = false

    @Option(name: .long, help: "Use colour: auto, always or never.")
    var color = Terminal.ColorChoice.auto

    func validate() throws {
        if json, jsonl { throw ValidationError("--json and --jsonl exclude each other") }
    }

    var format: CommandContext.Format { json ? .json : jsonl ? .jsonLines : .text }

    var options: CommandContext.Options {
        CommandContext.Options(
            socket: socket,
            timeoutSeconds: timeout,
            mayStart: !noStart,
            format: format,
            color: color
        )
    }
}

extension Terminal.ColorChoice: ExpressibleByArgument {}

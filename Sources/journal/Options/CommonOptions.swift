// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalCommandLine

/// The options of every command; `CommandLineArguments` accepts them before the command too.
struct CommonOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp("The socket of the daemon.", valueName: "path"),
        completion: .file()
    )
    var socket: String?

    @Option(
        name: .long,
        parsing: .unconditional,
        help: ArgumentHelp(
            """
            The time to wait for a reply (default: 5; 60 for commands that read many entries), and \
            for a daemon to start (at least 10; default: as long as it starts).
            """,
            valueName: "seconds"
        )
    )
    var timeout: Double?

    @Flag(name: .long, help: "Fail if no daemon is running instead of starting one.")
    var noStart = false

    @Flag(name: .long, help: "Print the result as one JSON object.")
    var json = false

    @Flag(name: .long, help: "Print the result as one JSON object per line.")
    var jsonl = false

    @Option(
        name: .long,
        help: "When to use color: auto, always (in a pipe, too) or never (default: auto)."
    )
    var color: Terminal.ColorChoice?

    @Flag(name: .long, help: "Print directly, even if the output is longer than the screen.")
    var noPager = false

    func validate() throws {
        if json, jsonl { throw ValidationError("--json and --jsonl cannot be combined") }
    }

    var format: CommandContext.Format { json ? .json : jsonl ? .jsonLines : .text }

    var options: CommandContext.Options {
        CommandContext.Options(
            socket: socket,
            timeoutSeconds: timeout,
            mayStart: !noStart,
            format: format,
            color: color,
            mayPage: !noPager
        )
    }
}

extension Terminal.ColorChoice: ExpressibleByArgument {}

/// The path of a file or a folder on the command line.
enum PathArgument {
    /// Returns a path that is not empty; an empty path is often an unset variable.
    static func path(_ text: String) throws -> String {
        guard !text.isEmpty else {
            throw ValidationError("the path is empty; name a file or a folder")
        }
        return text
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
internal import JournalClient
package import JournalProtocol

/// The program that shows output which is longer than the screen, as `PAGER` chooses it.
package struct Pager: Sendable {
    private let command: String
    private let variables: [String: String]
    /// The rows of the screen.
    let height: Int
    /// The columns of the screen.
    let width: Int

    /// Chooses the pager for a terminal: `PAGER`, the pager of the settings, or `less` with the
    /// options `FRX` unless `LESS` is set.
    ///
    /// - Returns: Nil if the output is no terminal with a known height, if the program is missing,
    ///   or if the command is empty or `cat`.
    package init?(_ terminal: Terminal, environment: Environment, setting: String? = nil) {
        // Unlike other variables, an empty one means something.
        let command = environment.variables["PAGER"] ?? setting ?? "less"
        guard terminal.isInteractive, terminal.height > 0, environment["TERM"] != "dumb",
            let name = command.split(separator: " ").first, name != "cat",
            Program.find(String(name), path: environment["PATH"]) != nil
        else { return nil }
        self.command = command
        var variables = environment.variables
        if variables["LESS"] == nil { variables["LESS"] = "FRX" }
        self.variables = variables
        height = terminal.height
        width = terminal.width
    }

    /// Starts the program; nil if that fails.
    func start() -> Running? {
        let arguments = ["/bin/sh", "-c", command]
        guard let reader = try? Program.startReader(arguments, variables: variables) else {
            return nil
        }
        return Running(program: reader.program, input: reader.input)
    }

    /// Returns the number of rows that a line, which may contain line breaks and emphasis, takes.
    static func rows(of line: String, width: Int) -> Int {
        line.split(separator: "\n", omittingEmptySubsequences: false).reduce(0) { sum, part in
            let columns = Terminal.withoutEmphasis(String(part)).displayWidth
            return sum + max(1, (columns + width - 1) / max(1, width))
        }
    }

    /// A pager that reads the output.
    final class Running {
        private let program: Program
        private let input: Int32
        private let interrupt = signal(SIGINT, SIG_IGN)
        private let quit = signal(SIGQUIT, SIG_IGN)
        // The user may leave the pager before it has read everything.
        private let brokenPipe = signal(SIGPIPE, SIG_IGN)

        init(program: Program, input: Int32) {
            self.program = program
            self.input = input
        }

        /// Sends bytes; returns false if the user has left the pager.
        func write(_ bytes: [UInt8]) -> Bool { FileSystem.write(bytes, descriptor: input) }

        /// Ends the input and waits until the user leaves the pager.
        func finish() {
            close(input)
            _ = program.wait()
            signal(SIGINT, interrupt)
            signal(SIGQUIT, quit)
            signal(SIGPIPE, brokenPipe)
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol
internal import JournalSystem

/// One run of `journal`: the client and what surrounds it, made from the options and variables.
package struct CommandContext {
    /// In which form results are printed.
    package enum Format: Sendable {
        /// For people, or with tabs for pipes.
        case text
        /// One object.
        case json
        /// One object a line.
        case jsonLines
    }

    /// What the options of the command line say.
    package struct Options: Sendable {
        /// The value of `--socket`.
        package var socket: String?
        /// The value of `--timeout`, in seconds.
        package var timeoutSeconds: Double?
        /// False when `--no-start` was given.
        package var mayStart: Bool
        /// How to print.
        package var format: Format
        /// When to use colour.
        package var color: Terminal.ColorChoice

        /// Collects options.
        package init(
            socket: String? = nil,
            timeoutSeconds: Double? = nil,
            mayStart: Bool = true,
            format: Format = .text,
            color: Terminal.ColorChoice = .auto
        ) {
            self.socket = socket
            self.timeoutSeconds = timeoutSeconds
            self.mayStart = mayStart
            self.format = format
            self.color = color
        }
    }

    /// The variables of the process.
    package let environment: Environment
    /// How to print.
    package let format: Format
    /// What is printed on.
    package let terminal: Terminal
    /// Where results go.
    package let output: StandardOutput
    private let way: Result<JournalClient, ClientError>

    /// The way to the daemon.
    ///
    /// Options that lead nowhere are told here and not sooner, so that a text can be read and kept
    /// before.
    package var client: JournalClient {
        get throws(ClientError) { try way.get() }
    }

    /// Prepares a run; nothing is connected yet.
    package init(
        _ options: Options,
        environment: Environment = Environment(CurrentProcess.variables),
        output: StandardOutput = StandardOutput()
    ) {
        self.environment = environment
        self.output = output
        format = options.format
        terminal = Terminal(environment: environment, color: options.color)
        way = Result { () throws(ClientError) in
            JournalClient(
                socket: try Self.socket(option: options.socket, environment: environment),
                timeouts: try Self.timeouts(options.timeoutSeconds),
                launcher: LocalDaemonLauncher(environment: environment, allowed: options.mayStart)
            )
        }
    }

    /// The directory for drafts, logs and outbox texts.
    package func stateDirectory() throws(ClientError) -> String {
        do {
            return try UserDirectories(environment: environment, home: CurrentProcess.homeDirectory)
                .state
        } catch {
            throw ClientError(error)
        }
    }

    private static func socket(
        option: String?,
        environment: Environment
    ) throws(ClientError) -> SocketPath {
        do {
            return try SocketPath.resolve(
                option: option,
                environment: environment,
                uid: CurrentProcess.userID,
                facts: FileStatus.init(path:)
            )
        } catch {
            throw ClientError(error)
        }
    }

    private static func timeouts(
        _ seconds: Double?
    ) throws(ClientError) -> Timeouts {
        guard let seconds else { return Timeouts() }
        guard seconds > 0, seconds < 1e9 else {
            throw ClientError(.usage, "--timeout must be more than 0 seconds")
        }
        let chosen = Duration.milliseconds(Int64(seconds * 1000))
        return Timeouts(call: chosen, longCall: chosen)
    }
}

extension CommandContext {
    /// Runs a command in a context of its own; an error becomes a message on standard error.
    ///
    /// What was done before an error is printed all the same, and before its message.
    ///
    /// - Returns: The status for the process to end with, 0 when all went well.
    package static func run(
        _ options: Options,
        _ command: (CommandContext) throws(ClientError) -> Void
    ) -> Int32 {
        let context = CommandContext(options)
        do throws(ClientError) {
            try command(context)
            try context.output.flush()
            return 0
        } catch {
            try? context.output.flush()
            return context.report(error)
        }
    }

    /// Prints an error on standard error and returns its exit status.
    private func report(_ error: ClientError) -> Int32 {
        var error = error
        if let client = try? client { error = EntryCandidates(client: client).explaining(error) }
        if format == .text {
            StandardError.say("journal: \(error.description)")
        } else {
            StandardError.say(JSON.object(["error": error.json]).description)
        }
        return error.exitStatus
    }

    /// Shows a short text to people, or the whole result as JSON.
    package func show(_ text: String, _ json: @autoclosure () -> JSON) {
        show(styled: terminal.safe(text), json())
    }

    /// Shows a text that was composed for the terminal, or the whole result as JSON.
    package func show(styled text: String, _ json: @autoclosure () -> JSON) {
        if format == .text {
            output.line(styled: text)
        } else {
            output.line(json())
        }
    }
}

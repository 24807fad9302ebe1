// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol
internal import JournalSystem

/// Everything that one run of a command works with: options, variables, output, and the client.
package struct CommandContext {
    /// The form in which results are printed.
    package enum Format: Sendable {
        /// Columns on a terminal, tab-separated fields in a pipe.
        case text
        /// One JSON object.
        case json
        /// One JSON object per line.
        case jsonLines
    }

    /// The common options of the command line.
    package struct Options: Sendable {
        /// The value of `--socket`.
        package var socket: String?
        /// The value of `--timeout`, in seconds.
        package var timeoutSeconds: Double?
        /// False if `--no-start` was given.
        package var mayStart: Bool
        /// The form of the output.
        package var format: Format
        /// The value of `--color`.
        package var color: Terminal.ColorChoice?
        /// False if `--no-pager` was given.
        package var mayPage: Bool
        /// The command, for the list of changes that can be undone.
        package var command: String

        /// Collects options.
        package init(
            socket: String? = nil,
            timeoutSeconds: Double? = nil,
            mayStart: Bool = true,
            format: Format = .text,
            color: Terminal.ColorChoice? = nil,
            mayPage: Bool = true,
            command: String = ""
        ) {
            self.socket = socket
            self.timeoutSeconds = timeoutSeconds
            self.mayStart = mayStart
            self.format = format
            self.color = color
            self.mayPage = mayPage
            self.command = command
        }
    }

    /// The variables of the process.
    package let environment: Environment
    /// The settings of `config.toml`.
    package let settings: Settings
    /// The form of the output.
    package let format: Format
    /// The properties of standard output.
    package let terminal: Terminal
    /// Standard output.
    package let output: StandardOutput
    private static let shownProblemCount = 5
    private let settingsProblems: [String]
    private let clientResult: Result<JournalClient, ClientError>
    private let storedChanges = StoredChanges()
    private let mayPage: Bool
    /// The progress of the command on the terminal.
    let progress = ProgressLine()

    /// The client.
    ///
    /// - Throws: The error of an invalid option. It is thrown here and not by the initializer, so
    ///   that a command can read and keep a piped text first.
    package var client: JournalClient {
        get throws(ClientError) { try clientResult.get() }
    }

    /// Creates a context, by default for the terminal of standard output.
    ///
    /// Nothing is connected yet.
    package init(
        _ options: Options,
        environment: Environment = Environment(CurrentProcess.variables),
        output: StandardOutput = StandardOutput(),
        terminal: Terminal? = nil
    ) {
        self.environment = environment
        self.output = output
        format = options.format
        mayPage = options.mayPage
        let file = SettingsFile(environment: environment)
        settings = file.settings
        settingsProblems = file.messages
        self.terminal =
            terminal
            ?? Terminal(
                environment: environment,
                color: options.color,
                setting: settings.color
            )
        let progress = progress
        clientResult = Result { () throws(ClientError) in
            let client = JournalClient(
                socket: try Self.socket(option: options.socket, environment: environment),
                timeouts: try Self.timeouts(options.timeoutSeconds),
                launcher: LocalDaemonLauncher(environment: environment, allowed: options.mayStart)
            )
            client.progressChanged = { $0.map { progress.update($0) } ?? progress.end() }
            client.waitsForStart = { progress.updateStart() }
            client.isCancelled = { Interruption.isRequested }
            if !options.command.isEmpty { client.beginStep(options.command) }
            return client
        }
    }

    /// Returns the directory for drafts, logs and the outbox.
    package func stateDirectory() throws(ClientError) -> String {
        do {
            // Looked up only if HOME is not set: the user database is slow.
            let directories = UserDirectories(
                environment: environment,
                home: CurrentProcess.homeDirectory
            )
            return try directories.state
        } catch {
            throw ClientError(error)
        }
    }

    /// Returns the directory for templates.
    package func configurationDirectory() throws(ClientError) -> String {
        do {
            let directories = UserDirectories(
                environment: environment,
                home: CurrentProcess.homeDirectory
            )
            return try directories.configuration
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
                status: FileStatus.init(path:)
            )
        } catch {
            throw ClientError(error)
        }
    }

    private static func timeouts(_ seconds: Double?) throws(ClientError) -> Timeouts {
        guard let seconds else { return Timeouts() }
        guard (0.001..<1e9).contains(seconds) else {
            throw ClientError(
                .usage,
                seconds >= 1e9
                    ? "--timeout must be less than 1000000000 seconds"
                    : "--timeout must be at least 0.001 seconds"
            )
        }
        let chosen = Duration.milliseconds(Int64(seconds * 1000))
        return Timeouts(call: chosen, longCall: chosen, start: chosen)
    }
}

extension CommandContext {
    /// Runs a command in its own context and reports its error on standard error.
    ///
    /// Results that were printed before an error are written before its message.
    ///
    /// - Parameters:
    ///   - options: The common options of the command line.
    ///   - warnsOfSettings: Whether the problems of `config.toml` are reported.
    ///   - command: The command.
    /// - Returns: The exit status of the process, 0 for success.
    package static func run(
        _ options: Options,
        warnsOfSettings: Bool = true,
        _ command: (CommandContext) throws(ClientError) -> Void
    ) -> Int32 {
        let context = CommandContext(options)
        if warnsOfSettings {
            context.warnOfSettings()
        }
        do throws(ClientError) {
            try command(context)
            try context.output.flush()
            context.output.finish()
            Interruption.deliver()
            return 0
        } catch {
            context.output.finish()
            // The reader of the output, such as a pager, has closed it.
            if error.code == .abandoned { return 0 }
            let status = context.report(error)
            Interruption.deliver()
            return status
        }
    }

    /// Prints the first problems of `config.toml` and a problem of `TZ` on standard error.
    private func warnOfSettings() {
        if let problem = TimeZoneVariable(environment).problem {
            StandardError.say("journal: \(problem)")
        }
        let shown = settingsProblems.prefix(Self.shownProblemCount)
        for problem in shown { StandardError.say("journal: \(problem)") }
        let rest = settingsProblems.count - shown.count
        if rest > 0 { StandardError.say("journal: and \(rest) more; see: journal config") }
    }

    /// Prints an error on standard error and returns its exit status.
    ///
    /// If the output failed too, the message lists the changes that were stored anyway: otherwise a
    /// script would repeat the command and store them twice.
    private func report(_ error: ClientError) -> Int32 {
        var error = error
        if let client = try? client { error = EntryCandidates(client: client).explaining(error) }
        if (try? output.flush()) == nil, let note = storedChanges.note {
            error = error.adding(note)
        }
        if format == .text {
            StandardError.say("journal: \(error.description)")
        } else {
            StandardError.say(JSON.object(["error": error.json]).description)
        }
        return error.exitStatus
    }

    /// Passes the output to a pager if it becomes longer than the screen of a terminal.
    package func page() {
        guard mayPage,
            let pager = Pager(terminal, environment: environment, setting: settings.pager)
        else { return }
        output.page(with: pager)
    }

    /// Ends a command when no further output would be shown.
    ///
    /// - Throws: `abandoned` if the user has left the pager.
    package func requireReader() throws(ClientError) {
        if output.isAbandoned { throw ClientError(.abandoned, "the pager was left") }
    }

    /// Prints a message on standard error after the output so far.
    package func note(_ text: String) throws(ClientError) {
        try output.flush()
        output.finish()
        StandardError.say("journal: \(text)")
    }

    /// Prints a message after a change of an entry that is in the trash, where it is not listed.
    package func noteTrash(of entry: EntryRecord) {
        guard entry.trashedAt != nil else { return }
        let id = entry.id.text.prefix(8)
        StandardError.say("journal: entry \(id) is in the trash; see: journal restore \(id)")
    }

    /// Records a change that the daemon has stored, for the message if the output fails.
    package func recordStored(_ change: String) { storedChanges.add(change) }

    /// Prints a short text, or the whole result as JSON.
    ///
    /// - Parameters:
    ///   - text: The text; control characters are replaced on a terminal.
    ///   - json: The result for `--json` and `--jsonl`.
    ///   - change: The change that the daemon has stored, for the message if the output fails.
    package func show(
        _ text: String,
        _ json: @autoclosure () -> JSON,
        stored change: String? = nil
    ) {
        show(styled: terminal.safe(text), json(), stored: change)
    }

    /// Prints a text that was composed for the terminal, or the whole result as JSON.
    package func show(
        styled text: String,
        _ json: @autoclosure () -> JSON,
        stored change: String? = nil
    ) {
        if let change { recordStored(change) }
        if format == .text {
            output.line(styled: text)
        } else {
            output.line(json())
        }
    }
}

extension CommandContext {
    /// Prints a list as lines, or as JSON: in one object, or an object on each line.
    ///
    /// - Parameters:
    ///   - objects: The objects for `--jsonl`.
    ///   - whole: The object for `--json`.
    ///   - lines: Returns the lines of text.
    package func list(
        _ objects: @autoclosure () -> [JSON],
        whole: @autoclosure () -> JSON,
        lines: () -> [String]
    ) {
        switch format {
        case .json: output.line(whole())
        case .jsonLines: for object in objects() { output.line(object) }
        case .text: for line in lines() { output.line(line) }
        }
    }
}

/// The changes that one run has stored through the daemon.
final class StoredChanges {
    private static let namedCount = 20
    private var changes: [String] = []
    private var count = 0

    /// Records a change, such as `entry ID was written`.
    func add(_ change: String) {
        count += 1
        if changes.count < Self.namedCount { changes.append(change) }
    }

    /// The text for an error message; nil if nothing was stored.
    var note: String? {
        guard !changes.isEmpty else { return nil }
        let rest = count - changes.count
        return "Completed before the error: " + changes.joined(separator: ", ")
            + (rest > 0 ? " and \(rest) more" : "")
    }
}

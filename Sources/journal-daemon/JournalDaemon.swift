// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import ArgumentParser
import Dispatch
import Foundation
import JournalProtocol
import JournalService
import JournalSystem
import Logging
import ServiceLifecycle
import UnixSignals

/// Starts the daemon with its arguments and its environment.
@main
struct JournalDaemon: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "journal-daemon",
        abstract: "Keep a journal and serve it over a Unix socket.",
        discussion: """
            The journal command starts the daemon when it is needed, and so does systemd. It stops on \
            SIGTERM, when a client requests it, or after an idle time.
            """,
        version: JournalVersion.current,
        subcommands: [
            Check.self, Replace.self, RebuildIndex.self, Encrypt.self, Decrypt.self,
            ChangePassphrase.self, CheckPassphrase.self, OpenValues.self,
        ]
    )

    @Option(help: "The file of the store (default: $XDG_DATA_HOME/journal/journal.store).")
    var store: String?

    @Option(help: "The path of the socket (default: $XDG_RUNTIME_DIR/journal/journal.sock).")
    var socket: String?

    @Flag(help: "Keep the journal in memory; it is lost when the daemon stops.")
    var inMemory = false

    @Option(
        help: """
            Exit after this time without a connection, such as 600, 90s or 10min, unless the \
            journal is synchronized (default: never).
            """,
        transform: Self.duration
    )
    var idleExit: Duration?

    @Option(
        help: """
            Delete entries that have been in the trash for this time, such as 30d; or never \
            (default: 90d).
            """,
        transform: Self.retention
    )
    var trashRetention = Retention(after: .seconds(90 * 86_400))

    @Option(
        help: """
            Close a connection whose client does not continue a transfer for this time (default: \
            \(Limits.stall)s).
            """,
        transform: Self.stallTimeout
    )
    var stallTimeout = Duration.seconds(Limits.stall)

    @Option(
        help: """
            The log level: trace, debug, info, notice, warning, error or critical (default: info).
            """,
        transform: Self.level
    )
    var logLevel: Logger.Level = .info

    @Option(help: "Write one byte to this descriptor once the daemon is ready.")
    var readyFd: Int32?

    static func main() {
        StandardDescriptors.openMissing()
        main(nil)
    }

    func validate() throws {
        guard store == nil || !inMemory else {
            throw ValidationError("--store and --in-memory cannot be combined")
        }
    }

    func run() throws {
        umask(0o077)
        signal(SIGPIPE, SIG_IGN)
        MemoryStatistics.disable()
        let logger = makeLogger()
        ValueWarnings.redirect(to: logger)
        let configuration: ServiceConfiguration
        do {
            // Before any asynchronous call, because Dispatch crashes if it has no descriptors, or
            // if it cannot read the states of its threads.
            try Self.requireProcessFiles()
            try OpenFileLimit.raise()
            configuration = try makeConfiguration()
        } catch {
            throw Self.exitError(for: error, logger: logger)
        }
        // The daemon must not keep the file system busy in which it was started.
        _ = chdir("/")
        Task {
            do {
                try await Self.serve(configuration, logger: logger)
                Self.exit()
            } catch {
                Self.exit(withError: Self.exitError(for: error, logger: logger))
            }
        }
        dispatchMain()
    }

    private static func requireProcessFiles() throws {
        guard FileStatus(path: "/proc/self/stat") == nil else { return }
        throw StartupError(
            .configuration,
            "nothing is mounted at /proc, without which the daemon cannot run; mount it, or use the "
                + "socket of a daemon that runs outside of this container"
        )
    }

    private static func serve(_ configuration: ServiceConfiguration, logger: Logger) async throws {
        let server = JournalServer(configuration, logger: logger)
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [
                    .init(service: server, successTerminationBehavior: .gracefullyShutdownGroup)
                ],
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: logger
            )
        )
        try await group.run()
    }

    /// Logs the reason why the daemon ends and returns the error with its exit status.
    private static func exitError(for error: any Error, logger: Logger) -> any Error {
        switch error {
        case is AlreadyRunning:
            logger.notice("another daemon already serves the socket; exiting")
            return ExitCode.success
        case let error as StartupError:
            logger.critical("\(error)")
            return ExitCode(error.code.rawValue)
        case let error as PathError:
            logger.critical("\(error)")
            return ExitCode(StartupError.Code.configuration.rawValue)
        default: return error
        }
    }

    private func makeLogger() -> Logger {
        let level = logLevel
        let hasPriorities = SystemdLogStream.isConnected(
            STDERR_FILENO,
            variable: ProcessInfo.processInfo.environment["JOURNAL_STREAM"]
        )
        return Logger(label: "journal-daemon") { _ in
            StandardErrorLogHandler(level: level, hasPriorities: hasPriorities)
        }
    }

    private func makeConfiguration() throws -> ServiceConfiguration {
        let environment = Environment(ProcessInfo.processInfo.environment)
        let directory = FileManager.default.currentDirectoryPath
        let descriptors = try SystemdNotifier.descriptors()
        return ServiceConfiguration(
            version: JournalVersion.current,
            store: try storeLocation(environment, in: directory),
            endpoint: try endpoint(descriptors, environment: environment, in: directory),
            idleExit: idleExit,
            trashRetention: trashRetention.after,
            stallTimeout: stallTimeout,
            readyDescriptor: readyFd,
            descriptorStore: SystemdDescriptorStore(environment, stored: descriptors.stored),
            credential: PassphraseCredential(environment),
            hubs: HubSource(environment)
        )
    }

    private func storeLocation(
        _ environment: Environment,
        in directory: String
    ) throws -> ServiceConfiguration.Store {
        if inMemory { return .memory }
        if let store { return .file(try AbsolutePath.path(store, from: directory)) }
        return .file(try UserDirectories(environment: environment, home: NSHomeDirectory()).store)
    }

    private func endpoint(
        _ descriptors: SystemdNotifier.Descriptors,
        environment: Environment,
        in directory: String
    ) throws -> ServiceConfiguration.Endpoint {
        if let listener = descriptors.listener { return .descriptor(listener) }
        return .socket(
            try SocketPath.resolve(
                option: socket,
                environment: environment,
                uid: geteuid(),
                status: FileStatus.init(path:)
            )
            .absolute(from: directory)
        )
    }

    private static func level(_ text: String) throws -> Logger.Level {
        guard let level = Logger.Level(rawValue: text) else {
            throw ValidationError("invalid log level \"\(text)\"")
        }
        return level
    }

    private static func retention(_ text: String) throws -> Retention {
        text == "never" ? Retention(after: nil) : Retention(after: try duration(text))
    }

    private static func stallTimeout(_ text: String) throws -> Duration {
        let timeout = try duration(text)
        guard timeout > .zero else {
            throw ValidationError("invalid time \"\(text)\"; use at least 1s")
        }
        return timeout
    }

    private static func duration(_ text: String) throws -> Duration {
        guard let duration = DurationText.duration(text) else {
            throw ValidationError("invalid duration \"\(text)\"; use 600, 90s or 10min")
        }
        return duration
    }
}

/// The time for which the trash keeps an entry.
struct Retention: CustomStringConvertible {
    /// The time; nil to keep entries forever.
    let after: Duration?

    var description: String { after.map { "\($0.components.seconds / 86_400)d" } ?? "never" }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol
internal import JournalSystem

struct DaemonCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "daemon",
        abstract: "Install, start and stop the daemon.",
        discussion: HelpText.daemon,
        subcommands: [
            Install.self, Uninstall.self, Start.self, Stop.self, SocketName.self,
        ]
    )

    struct Install: JournalCommand {
        static let configuration = CommandConfiguration(
            commandName: "install",
            abstract: "Install user units for systemd, which start the daemon on demand."
        )

        @Option(
            name: .long,
            help: "Also write backups: hourly, daily or weekly (without a value: daily)."
        )
        var backup: BackupTimer.Interval?

        @Option(
            name: .long,
            help: ArgumentHelp(
                "The folder of the backups (default: backups in the folder of the store).",
                valueName: "path"
            ),
            completion: .directory,
            transform: PathArgument.path
        )
        var backupFolder: String?

        @Option(
            name: .long,
            help: ArgumentHelp("The number of backups to keep (default: 14).", valueName: "count")
        )
        var keep: Int?

        @OptionGroup(title: "Common options") var common: CommonOptions

        func validate() throws {
            guard backup != nil || backupFolder == nil && keep == nil else {
                throw ValidationError("--backup-folder and --keep need --backup")
            }
            guard keep ?? 1 > 0 else { throw ValidationError("--keep must be at least 1") }
        }

        func run(in context: CommandContext) throws(ClientError) {
            let installer = try DaemonInstaller(
                environment: context.environment,
                home: CurrentProcess.homeDirectory
            )
            try installer.requireInstallable()
            if !installer.isListening { try Stop.stop(context, common: common) }
            try installer.install()
            installer.paths.forEach { context.output.line($0) }
            guard let backup else { return }
            let timer = try BackupTimer(
                environment: context.environment,
                home: CurrentProcess.homeDirectory
            )
            let usual = try BackupTimer.defaultFolder(
                environment: context.environment,
                home: CurrentProcess.homeDirectory
            )
            try timer.install(
                backup,
                folder: backupFolder.map(FileSystem.absolute) ?? usual,
                keeping: keep ?? 14
            )
            timer.paths.forEach { context.output.line($0) }
        }
    }

    struct Uninstall: JournalCommand {
        static let configuration = CommandConfiguration(
            commandName: "uninstall",
            abstract: "Stop the daemon and remove the user units."
        )

        @OptionGroup(title: "Common options") var common: CommonOptions

        func run(in context: CommandContext) throws(ClientError) {
            let installer = try DaemonInstaller(
                environment: context.environment,
                home: CurrentProcess.homeDirectory
            )
            try BackupTimer(
                environment: context.environment,
                home: CurrentProcess.homeDirectory
            ).uninstall()
            try installer.uninstall()
        }
    }

    struct Start: JournalCommand {
        static let configuration = CommandConfiguration(
            commandName: "start",
            abstract: "Start the daemon if it is not running."
        )

        @OptionGroup(title: "Common options") var common: CommonOptions

        func run(in context: CommandContext) throws(ClientError) {
            let reply = try context.client.call(Hello(clientName: "journal"))
            context.show("\(reply.server) \(reply.version), process \(reply.pid)", reply.json)
        }
    }

    struct Stop: JournalCommand {
        static let configuration = CommandConfiguration(
            commandName: "stop",
            abstract: "Stop the daemon once requests in progress are done."
        )

        @OptionGroup(title: "Common options") var common: CommonOptions

        func run(in context: CommandContext) throws(ClientError) {
            let stopped = try Self.stop(context, common: common)
            if context.format != .text {
                context.output.line(["stopped": .bool(stopped)])
            } else if !stopped {
                let path = try context.client.socket.path
                StandardError.say("journal: no daemon is running at \(path)")
            }
        }

        /// Stops the daemon if it runs, and waits until it has exited.
        @discardableResult
        static func stop(
            _ context: CommandContext,
            common: CommonOptions
        ) throws(ClientError) -> Bool {
            var options = common.options
            options.mayStart = false
            let quiet = CommandContext(options, environment: context.environment)
            let control = DaemonControl(
                environment: context.environment,
                client: try quiet.client
            )
            return try control.stopRunning()
        }
    }

    struct SocketName: JournalCommand {
        static let configuration = CommandConfiguration(
            commandName: "sockname",
            abstract: "Print the path of the socket."
        )

        @OptionGroup(title: "Common options") var common: CommonOptions

        func run(in context: CommandContext) throws(ClientError) {
            let path = try context.client.socket.path
            context.show(path, ["socket": .string(path)])
        }
    }
}

extension BackupTimer.Interval: ExpressibleByArgument {}

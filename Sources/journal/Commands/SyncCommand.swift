// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import Glibc
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol

struct SyncCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Keep the journal equal on several machines.",
        discussion: HelpText.sync,
        subcommands: [
            Init.self, Join.self, Show.self, Now.self, Conflicts.self, Resolve.self,
            Machines.self, Remove.self, Move.self, Key.self, Pause.self, Resume.self, Off.self,
            Serve.self,
        ],
        defaultSubcommand: Show.self
    )

    struct Show: JournalCommand {
        static let configuration = CommandConfiguration(
            commandName: "status",
            abstract: "Show whether the journal is in sync."
        )

        @Flag(
            name: .shortAndLong,
            help: "Show the state again whenever it changes, until interrupted."
        )
        var follow = false

        @OptionGroup(title: "Common options") var common: CommonOptions

        func run(in context: CommandContext) throws(ClientError) {
            guard follow else {
                return show(try context.client.call(SyncStatusCall()), in: context)
            }
            // An interrupt is the normal end; everything printed so far is flushed.
            signal(SIGINT) { _ in _exit(0) }
            var shown = ""
            try SyncFollower(client: try context.client).follow { state throws(ClientError) in
                let text = self.text(state)
                // What a person does not see is no change.
                guard context.format != .text || text != shown else { return }
                shown = text
                show(state, in: context)
                try context.output.flush()
            }
        }

        private func show(_ state: SyncState, in context: CommandContext) {
            context.show(text(state), state.json)
        }

        private func text(_ state: SyncState) -> String {
            SyncStateText(state, now: LocalTime.now()).lines.joined(separator: "\n")
        }
    }

    struct Now: JournalCommand {
        static let configuration = CommandConfiguration(
            commandName: "now",
            abstract: "Exchange changes, and wait until everything is here and on the hub.",
            discussion: HelpText.syncNow
        )

        @OptionGroup(title: "Common options") var common: CommonOptions

        func run(in context: CommandContext) throws(ClientError) {
            let limit = min(common.timeout ?? 60, Double(SyncNow.maximumTimeout))
            let call = SyncNow(timeout: max(1, Int(limit.rounded(.up))))
            let client = try common.waiting(Double(call.timeout), context).client
            let reply = try client.call(call)
            context.show(SyncStateText.text(reply, now: LocalTime.now()), reply.json)
        }
    }

    struct Machines: JournalCommand {
        static let configuration = CommandConfiguration(
            commandName: "machines",
            abstract: "List the machines that synchronize the journal."
        )

        @OptionGroup(title: "Common options") var common: CommonOptions

        func run(in context: CommandContext) throws(ClientError) {
            let reply = try context.client.call(SyncMachines())
            context.list(reply.machines.map(\.json), whole: reply.json) {
                var table = Table()
                for machine in reply.machines {
                    table.add(
                        machine.name,
                        machine.node,
                        machine.lastSeen.map { LocalTime.minute(of: $0) } ?? "",
                        machine.software ?? "",
                        machine.notes
                    )
                }
                return table.lines(for: context.terminal)
            }
        }
    }

    struct Pause: JournalCommand {
        static let configuration = CommandConfiguration(
            commandName: "pause",
            abstract: "Exchange no changes until journal sync resume."
        )

        @OptionGroup(title: "Common options") var common: CommonOptions

        func run(in context: CommandContext) throws(ClientError) {
            let reply = try context.client.call(SyncPause())
            context.show("paused; to continue: journal sync resume", reply.json)
        }
    }

    struct Resume: JournalCommand {
        static let configuration = CommandConfiguration(
            commandName: "resume",
            abstract: "Exchange changes again."
        )

        @OptionGroup(title: "Common options") var common: CommonOptions

        func run(in context: CommandContext) throws(ClientError) {
            let reply = try context.client.call(SyncResume())
            context.show("resumed; to see the state: journal sync status", reply.json)
        }
    }

    struct Serve: JournalCommand {
        static let configuration = CommandConfiguration(
            commandName: "serve",
            abstract: "Serve a folder as a hub on standard input and output.",
            discussion: HelpText.syncServe
        )

        @Argument(help: "The folder.", completion: .directory, transform: PathArgument.path)
        var path: String

        @OptionGroup(title: "Common options") var common: CommonOptions

        /// The output belongs to the hub.
        var warnsOfSettings: Bool { false }

        func run(in context: CommandContext) throws(ClientError) {
            let hub = try InstallationProbe.local().hubExecutable(context.environment)
            try Program.replaceProcess(by: [hub, "--", FileSystem.absolute(path)])
        }
    }
}

extension CommonOptions {
    /// Returns a context with a client that waits some seconds longer than the daemon, so that the
    /// error of the daemon arrives.
    func waiting(_ seconds: Double, _ context: CommandContext) -> CommandContext {
        var options = options
        options.timeoutSeconds = seconds + 5
        return CommandContext(options, environment: context.environment)
    }
}

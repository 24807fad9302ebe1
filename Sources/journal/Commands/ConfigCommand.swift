// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol

struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show and check the settings of config.toml.",
        discussion: HelpText.config,
        subcommands: [Show.self, Check.self],
        defaultSubcommand: Show.self
    )

    struct Show: JournalCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show all settings with their values and sources."
        )

        @OptionGroup(title: "Common options") var common: CommonOptions

        var warnsOfSettings: Bool { false }

        func run(in context: CommandContext) throws(ClientError) {
            let file = SettingsFile(environment: context.environment)
            let report = SettingsReport(file, environment: context.environment)
            context.list(report.rows.map(\.json), whole: report.json) {
                var table = Table()
                for row in report.rows { table.add(row.name.rawValue, row.value, row.source) }
                return table.lines(for: context.terminal)
            }
            if context.format == .text, context.terminal.isInteractive, let path = file.path {
                try context.output.flush()
                StandardError.say(file.exists ? path : "\(path) does not exist")
            }
            try Check.requireValid(file, in: context)
        }
    }

    struct Check: JournalCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Report unknown settings and invalid values."
        )

        @OptionGroup(title: "Common options") var common: CommonOptions

        var warnsOfSettings: Bool { false }

        func run(in context: CommandContext) throws(ClientError) {
            let file = SettingsFile(environment: context.environment)
            if context.format != .text {
                let report = SettingsReport(file, environment: context.environment)
                context.output.line(["problems": report.json["problems"] ?? []])
            }
            try Self.requireValid(file, in: context)
        }

        /// Throws the problems of a file, if it has any.
        static func requireValid(
            _ file: SettingsFile,
            in context: CommandContext
        ) throws(ClientError) {
            let messages = file.messages
            guard let first = messages.first else { return }
            try context.output.flush()
            let rest = messages.dropFirst().joined(separator: "\n")
            throw ClientError(.input, first, advice: rest.isEmpty ? nil : rest)
        }
    }
}

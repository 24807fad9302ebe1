// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine

/// A command of `journal`; its errors become messages and exit statuses.
///
/// Every configuration sets `commandName`: deriving the name from the type takes a quarter of the
/// time between the start of the process and `run`.
protocol JournalCommand: ParsableCommand {
    var common: CommonOptions { get }
    /// Whether the problems of `config.toml` are reported, which programs do not expect.
    var warnsOfSettings: Bool { get }
    /// The name of the command in the list of changes that can be undone.
    static var changeName: String { get }

    func run(in context: CommandContext) throws(ClientError)
}

extension JournalCommand {
    var warnsOfSettings: Bool { true }
    static var changeName: String { configuration.commandName ?? "" }

    mutating func run() throws {
        var options = common.options
        options.command = Self.changeName
        let status = CommandContext.run(
            options,
            warnsOfSettings: warnsOfSettings,
            run(in:)
        )
        guard status == 0 else { throw ExitCode(status) }
    }
}

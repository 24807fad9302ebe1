// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine

struct MCPCommand: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: "Serve the journal to an assistant over standard input and output.",
        discussion: HelpText.mcp
    )

    @Flag(name: .long, help: "Offer only the tools that read.")
    var readOnly = false

    @OptionGroup(title: "Common options") var common: CommonOptions

    var warnsOfSettings: Bool { false }

    func run(in context: CommandContext) throws(ClientError) {
        try MCPServer(context: context, isReadOnly: readOnly).run()
    }
}

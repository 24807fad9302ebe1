// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol

struct StatusCommand: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the status of the daemon."
    )

    @OptionGroup(title: "Common options") var common: CommonOptions

    func run(in context: CommandContext) throws(ClientError) {
        let reply = try context.client.call(Status())
        guard context.format == .text else { return context.output.line(reply.json) }
        var table = StatusText.table(reply)
        if let directory = try? context.stateDirectory(),
            let texts = SavedTexts(stateDirectory: directory).summary()
        {
            table.add("not written", "\(texts); see: journal drafts")
        }
        if let store = reply.store, let backup = LastBackup.read(of: store, in: context) {
            table.add("backup", backup.text)
        }
        for line in table.lines(for: context.terminal) {
            context.output.line(line)
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalProtocol

struct StatusCommand: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Tell how the daemon is."
    )

    @OptionGroup(title: "Common options") var common: CommonOptions

    func run(in session: Session) throws(ClientError) {
        let reply = try session.client.call(Status())
        guard session.format == .text else { return session.output.line(reply.json) }
        for line in StatusText.table(reply).lines(for: session.terminal) {
            session.output.line(line)
        }
    }
}

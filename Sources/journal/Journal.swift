// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import Glibc
internal import JournalClient

@main
struct Journal: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "journal",
        abstract: "Write down what happens, and find it again.",
        discussion: HelpText.overview,
        version: Version.text,
        groupedSubcommands: [
            CommandGroup(
                name: "Entries",
                subcommands: [
                    New.self, List.self, Show.self, Edit.self, Delete.self, Restore.self,
                    Search.self, Watch.self,
                ]
            ),
            CommandGroup(name: "Order", subcommands: [NotebookCommand.self, TagCommand.self]),
            CommandGroup(
                name: "Service",
                subcommands: [StatusCommand.self, DaemonCommand.self, RPC.self]
            ),
        ]
    )

    static func main() {
        StandardDescriptors.prepare()
        guard let entry = NewEntry(plainArguments: CommandLine.arguments.dropFirst()) else {
            return main(nil)
        }
        Glibc.exit(Session.run(Session.Options(), entry.write(in:)))
    }
}

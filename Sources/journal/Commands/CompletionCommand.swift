// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine

struct CompletionCommand: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "completion",
        abstract: "Print the completion script of a shell.",
        discussion: HelpText.completion
    )

    @Argument(help: "The shell: bash, zsh or fish.") var shell: CompletionCandidates.Shell

    @OptionGroup(title: "Common options") var common: CommonOptions

    var warnsOfSettings: Bool { false }

    func run(in context: CommandContext) throws(ClientError) {
        let kind: CompletionShell =
            switch shell {
            case .bash: .bash
            case .zsh: .zsh
            case .fish: .fish
            }
        let generated = Journal.completionScript(for: kind)
        let script = CompletionScript(generated, for: shell, of: Journal.names)
        context.output.line(styled: script.text)
    }
}

extension CompletionCandidates.Shell: ExpressibleByArgument {}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import ArgumentParser
internal import JournalClient
internal import JournalCommandLine
internal import JournalProtocol

struct RPC: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "rpc",
        abstract: "Call a method of the protocol.",
        discussion: HelpText.rpc
    )

    @Argument(help: "The name of the method, such as entry.list.") var method: String?
    @Argument(help: "The parameters, a JSON object.") var params: String?

    @Flag(name: .long, help: "Send the lines of standard input to the daemon.")
    var stdin = false

    var warnsOfSettings: Bool { false }

    @OptionGroup(title: "Common options") var common: CommonOptions

    func validate() throws {
        guard (method == nil) == stdin else {
            throw ValidationError("use either a method or --stdin")
        }
    }

    func run(in context: CommandContext) throws(ClientError) {
        guard let method else {
            var bridge = StdioBridge(
                connection: try context.client.connect(),
                output: context.output
            )
            return try bridge.run()
        }
        var value = JSON.null
        if let params {
            do {
                value = try JSON.parse(Array(params.utf8))
            } catch {
                throw ClientError(.usage, "the parameters are not valid JSON: \(error)")
            }
        }
        do throws(ClientError) {
            context.output.line(try context.client.call(method: method, params: value))
        } catch {
            let names = CommandSuggestions(
                "rpc",
                commands: MethodName.allCases.map { CommandSuggestions($0.rawValue) }
            )
            guard error.cause?.kind == .methodUnknown, let similar = names.similarName(to: method)
            else { throw error }
            throw error.adding("Did you mean: journal rpc \(similar)")
        }
    }
}

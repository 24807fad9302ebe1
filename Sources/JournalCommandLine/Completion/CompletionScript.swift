// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A completion script as ArgumentParser generates it, with what it leaves out: the aliases of
/// commands, and the commands as arguments of `help`.
package struct CompletionScript {
    private let shell: CompletionCandidates.Shell
    private var lines: [String]

    /// Completes a script.
    ///
    /// - Parameters:
    ///   - script: The script as it was generated.
    ///   - shell: The shell of the script.
    ///   - program: The names of the program and its commands.
    package init(
        _ script: String,
        for shell: CompletionCandidates.Shell,
        of program: CommandSuggestions
    ) {
        self.shell = shell
        lines = script.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let commands = program.commands.map(\.name)
        switch shell {
        case .bash, .zsh:
            let functions = addAliases(of: program, function: "_\(program.name)")
            addToHelp(commands, after: functions, of: program)
        case .fish:
            addCases(of: program)
            let condition =
                "__\(program.name)_should_offer_completions_for_positional "
                + "\"\(program.name) help\" -eq 1"
            let words = commands.joined(separator: " ")
            lines.append("complete -c '\(program.name)' -n '\(condition)' -fka '\(words)'")
        }
    }

    /// The script.
    package var text: String { lines.joined(separator: "\n") }

    // MARK: bash and zsh

    /// Adds aliases to the patterns of commands, which call a function by the name of the command.
    ///
    /// - Returns: The functions for the aliases.
    private mutating func addAliases(
        of command: CommandSuggestions,
        function: String
    ) -> [String] {
        guard !command.commands.isEmpty else { return [] }
        let (call, distance) =
            shell == .bash
            ? ("\"\(function)_${subcommand}\"", 2) : ("\"\(function)_${words[1]}\" && ret=0", 1)
        let aliases = command.commands.flatMap(\.aliases)
        if let index = lines.firstIndex(where: { $0.drop(while: \.isWhitespace) == call[...] }),
            index >= distance, lines[index - distance].hasSuffix(")"), !aliases.isEmpty
        {
            let pattern = lines[index - distance].dropLast()
            lines[index - distance] = "\(pattern)|\(aliases.joined(separator: "|")))"
        }
        return command.commands.flatMap { child -> [String] in
            let name = "\(function)_\(child.name)"
            let functions = child.aliases.flatMap {
                ["\(function)_\($0)() {", "    \(name) \"${@}\"", "}", ""]
            }
            return functions + addAliases(of: child, function: name)
        }
    }

    /// Adds the commands to the function for `help`, and inserts other functions before it.
    private mutating func addToHelp(
        _ commands: [String],
        after functions: [String],
        of program: CommandSuggestions
    ) {
        guard let start = lines.firstIndex(of: "_\(program.name)_help() {"),
            let end = lines[start...].firstIndex(of: "}")
        else { return }
        if shell == .bash {
            let words = commands.joined(separator: #"\n"#)
            let offer = [
                "    if [[ \"${positional_number}\" -eq 1 ]]; then",
                "        __\(program.name)_add_completions -W $'\(words)'", "    fi",
            ]
            lines.insert(contentsOf: offer, at: end)
        } else if let index = lines[start..<end].firstIndex(where: { $0.hasSuffix(":'") }) {
            let words = commands.joined(separator: " ")
            lines.insert("        ':command:(\(words))'", at: index)
        }
        lines.insert(contentsOf: functions, at: start)
    }

    // MARK: fish

    /// Adds aliases to the cases of commands, which then continue with the name of the command.
    private mutating func addCases(of program: CommandSuggestions) {
        let start = "function __\(program.name)_parse_tokens"
        guard let first = lines.firstIndex(where: { $0.hasPrefix(start) }),
            let end = lines[first...].firstIndex(of: "end")
        else { return }
        var path = [program]
        var result: [String] = []
        for line in lines[first..<end] {
            result.append(line)
            let indent = line.prefix { $0 == " " }
            // Cases of commands are indented by 8 spaces, cases of their subcommands by 12.
            let depth = indent.count / 4 - 1
            guard line.hasPrefix(indent + "case '"), (1...path.count).contains(depth) else {
                continue
            }
            let name = line.dropFirst(indent.count + 6).prefix { $0 != "'" }
            path.removeSubrange(depth...)
            guard let command = path[depth - 1].commands.first(where: { $0.name == name }) else {
                continue
            }
            path.append(command)
            guard !command.aliases.isEmpty else { continue }
            let names = ([command.name] + command.aliases).map { "'\($0)'" }
            result[result.count - 1] = "\(indent)case \(names.joined(separator: " "))"
            result.append("\(indent)    set unparsed_tokens[1] '\(command.name)'")
        }
        lines.replaceSubrange(first..<end, with: result)
    }
}

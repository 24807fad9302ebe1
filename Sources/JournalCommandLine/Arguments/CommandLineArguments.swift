// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The arguments of `journal`, divided into leading common options and the rest.
///
/// ArgumentParser accepts the options of a command after its name only.
package struct CommandLineArguments: Sendable {
    private static let flags: Set = ["--no-start", "--json", "--jsonl", "--no-pager"]
    private static let options: Set = ["--socket", "--timeout", "--color"]
    /// The options of the program itself, which need no command.
    private static let programOptions: Set = [
        "-h", "--help", "-help", "--help-hidden", "--version", "--generate-completion-script",
        "--experimental-dump-help", "---completion",
    ]

    /// The beginning of a word that is not an option although it starts with a dash.
    ///
    /// No argument of a process contains this character.
    package static let wordMark = "\0"

    /// Returns the arguments of a command with the excluded words of a query, such as `-rain`,
    /// marked, so that they are not parsed as options.
    ///
    /// A dash with one letter, or with `n` or `l` and a number, is an option.
    package static func markingExcludedWords(_ arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.count
        return arguments.enumerated().map { index, argument in
            guard index < end, argument.hasPrefix("-"), !argument.hasPrefix("--") else {
                return argument
            }
            let name = argument.dropFirst()
            let isShort = name.count < 2 || name.hasPrefix("help") || name.contains("=")
            let isNumber = "nl".contains(name.first ?? "n") && Int(name.dropFirst()) != nil
            return isShort || isNumber ? argument : wordMark + argument
        }
    }

    /// Returns the first argument that the parser takes for `-h` although it only contains an `h`,
    /// such as `-5 degrees here`; or `nil`, also before an option of the program itself.
    ///
    /// ArgumentParser reads such a word as several short options.
    package static func wordTakenForHelp(_ arguments: [String]) -> String? {
        let options = arguments.prefix { $0 != "--" }.filter { $0.hasPrefix("-") }
        let names = options.map { $0.prefix { $0 != "=" } }
        guard !names.contains(where: { programOptions.contains(String($0)) }) else { return nil }
        return options.first { !$0.hasPrefix("--") && $0.contains("h") }
    }

    /// Whether the only argument is a usual form of `--version`.
    package static func requestVersion(_ arguments: [String]) -> Bool {
        [["-v"], ["-V"], ["version"]].contains(arguments)
    }

    /// Returns the arguments with the usual value of `--backup` if it has none.
    package static func completingBackup(_ arguments: [String]) -> [String] {
        guard let index = arguments.firstIndex(of: "--backup"),
            index + 1 == arguments.count || arguments[index + 1].hasPrefix("-")
        else { return arguments }
        return arguments[...index] + ["daily"] + arguments[(index + 1)...]
    }

    private let leading: ArraySlice<String>
    private let rest: ArraySlice<String>

    /// Divides arguments, which do not include the name of the program.
    package init(_ arguments: [String]) {
        rest = Self.withoutCommonOptions(arguments[...])
        leading = arguments[..<rest.startIndex]
    }

    /// Returns the arguments after the common options at their beginning.
    private static func withoutCommonOptions(
        _ arguments: ArraySlice<String>
    ) -> ArraySlice<String> {
        var rest = arguments
        while let argument = rest.first {
            if flags.contains(argument) {
                rest = rest.dropFirst()
            } else if options.contains(argument) {
                rest = rest.dropFirst(2)
            } else if options.contains(where: { argument.hasPrefix("\($0)=") }) {
                rest = rest.dropFirst()
            } else {
                break
            }
        }
        return rest
    }

    /// Returns the arguments of `help` without options, which have no effect on a help text; nil if
    /// the command is another one.
    package static func ofHelp(_ arguments: [String]) -> [String]? {
        var rest = withoutCommonOptions(arguments[...])
        guard rest.first == "help" else { return nil }
        var words = ["help"]
        rest = withoutCommonOptions(rest.dropFirst())
        while let word = rest.first, !word.hasPrefix("-") {
            words.append(word)
            rest = withoutCommonOptions(rest.dropFirst())
        }
        return words
    }

    /// Whether there is no command, and no option that makes one unnecessary.
    package var lacksCommand: Bool {
        guard let first = rest.first else { return true }
        let name = first.split(separator: "=").first.map(String.init) ?? first
        return first.hasPrefix("-") && !Self.programOptions.contains(name)
    }

    /// Returns the arguments with the common options behind the command.
    ///
    /// - Parameters:
    ///   - commands: The commands of the program.
    ///   - fallback: The command to insert if there is none.
    /// - Returns: The arguments for the parser.
    package func reordered(
        for commands: @autoclosure () -> CommandSuggestions,
        fallback: String? = nil
    ) -> [String] {
        if lacksCommand, let fallback { return [fallback] + leading + rest }
        if rest.first?.contains(where: \.isWhitespace) == true, commands().isText(rest) {
            return ["new"] + leading + rest
        }
        guard !leading.isEmpty else { return Array(rest) }
        let depth = commands().depth(of: rest)
        return Array(rest.prefix(depth) + leading + rest.dropFirst(depth))
    }
}

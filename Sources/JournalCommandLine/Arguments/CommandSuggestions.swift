// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient

/// The names of a command and its subcommands, for finding the command that a mistyped name means.
package struct CommandSuggestions: Sendable {
    /// The name of the command.
    package var name: String
    /// The other names of the command.
    package var aliases: [String]
    /// The subcommands.
    package var commands: [CommandSuggestions]

    /// Creates the names of a command.
    package init(_ name: String, aliases: [String] = [], commands: [CommandSuggestions] = []) {
        self.name = name
        self.aliases = aliases
        self.commands = commands
    }

    /// A word that stands for a command and is not the name of one.
    package struct Unknown: Sendable {
        /// The command line with the most similar command, or nil if none is similar.
        package var corrected: [String]?
        /// The error to print.
        package var error: ClientError
    }

    /// Returns the first word in the place of a command that is not the name of one.
    ///
    /// - Parameter arguments: The arguments after the name of this command.
    /// - Returns: The word, or nil if every word in the place of a command is the name of one.
    package func unknown(in arguments: [String]) -> Unknown? {
        unknown(in: arguments[...], after: [name])
    }

    /// Returns whether the arguments start with a text for an entry instead of a command: one with
    /// a space, which is not similar to the name of a command.
    package func isText(_ arguments: some Collection<String>) -> Bool {
        guard let first = arguments.first, !first.hasPrefix("-") else { return false }
        return first.contains(where: \.isWhitespace) && first.contains { !$0.isWhitespace }
            && command(named: first) == nil && similarName(to: first) == nil
    }

    /// Returns the number of arguments at the beginning that name a command and its subcommand.
    package func depth(of arguments: some Collection<String>) -> Int {
        guard let word = arguments.first, let command = command(named: word) else { return 0 }
        return 1 + command.depth(of: arguments.dropFirst())
    }

    private func command(named word: String) -> CommandSuggestions? {
        commands.first { ([$0.name] + $0.aliases).contains(word) }
    }

    /// Searches below the command with a path, which starts with `journal`.
    private func unknown(in arguments: ArraySlice<String>, after path: [String]) -> Unknown? {
        guard !commands.isEmpty, let word = arguments.first, !word.hasPrefix("-") else {
            return nil
        }
        let rest = arguments.dropFirst()
        if let known = command(named: word) {
            return known.unknown(in: rest, after: path + [known.name])
        }
        let words = (path.dropFirst() + [word]).joined(separator: " ")
        let whole = path.joined(separator: " ")
        let names = commands.map(\.name).joined(separator: ", ")
        let similar = similarName(to: word)
        return Unknown(
            corrected: similar.map { path.dropFirst() + [$0] + rest },
            error: ClientError(
                .usage,
                "unknown command \"\(words)\"",
                advice: (similar.map { "Did you mean: \(whole) \($0)\n" } ?? "Commands: \(names)\n")
                    + (path.count == 1 ? "To write an entry: \(whole) new TEXT\n" : "")
                    + "See: \(whole) --help"
            )
        )
    }

    /// Returns the most similar name of a subcommand, or nil if none is similar.
    package func similarName(to word: String) -> String? {
        let word = word.lowercased()
        var best: (name: String, distance: Int)?
        for command in commands {
            for name in [command.name] + command.aliases {
                let isPrefix = word.count > 1 && name.hasPrefix(word)
                let distance = isPrefix ? 1 : Self.distance(word, to: name)
                let maximum = min(word.count, name.count) > 3 ? 2 : 1
                if distance <= maximum, distance < best?.distance ?? .max {
                    best = (command.name, distance)
                }
            }
        }
        return best?.name
    }

    /// Returns the Damerau-Levenshtein distance: insertions, deletions, substitutions, and swaps of
    /// neighbours.
    private static func distance(_ first: String, to second: String) -> Int {
        let (a, b) = (Array(first), Array(second))
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in 0..<a.count {
            var row = [i + 1]
            for j in 0..<b.count {
                var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    cost = min(cost, beforeLast[j - 1] + 1)
                }
                row.append(cost)
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient

/// The names of a command and of those below it, to find out what a mistyped one was to be.
package struct CommandSuggestions: Sendable {
    /// Its name.
    package var name: String
    /// Its other names.
    package var aliases: [String]
    /// The commands below it.
    package var commands: [CommandSuggestions]

    /// Names a command.
    package init(_ name: String, aliases: [String] = [], commands: [CommandSuggestions] = []) {
        self.name = name
        self.aliases = aliases
        self.commands = commands
    }

    /// A word in the place of a command that names none.
    package struct Unknown: Sendable {
        /// The command line with the command that was meant, or none when that is anybody's guess.
        package var corrected: [String]?
        /// What to say about it.
        package var error: ClientError
    }

    /// Finds a word in the place of a command that names none.
    ///
    /// - Parameter arguments: What follows the name of this command.
    /// - Returns: The first such word, or nil when each word in its place names a command.
    package func unknown(in arguments: [String]) -> Unknown? {
        unknown(in: arguments[...], after: [name])
    }

    /// Looks below a command that was named by a path, `journal` first.
    private func unknown(in arguments: ArraySlice<String>, after path: [String]) -> Unknown? {
        guard !commands.isEmpty, let word = arguments.first, !word.hasPrefix("-") else {
            return nil
        }
        let rest = arguments.dropFirst()
        if let known = commands.first(where: { ([$0.name] + $0.aliases).contains(word) }) {
            return known.unknown(in: rest, after: path + [known.name])
        }
        let words = (path.dropFirst() + [word]).joined(separator: " ")
        let whole = path.joined(separator: " ")
        let names = commands.map(\.name).joined(separator: ", ")
        let meant = command(like: word)
        return Unknown(
            corrected: meant.map { path.dropFirst() + [$0] + rest },
            error: ClientError(
                .usage,
                "there is no command \"\(words)\"",
                advice: (meant.map { "Did you mean: \(whole) \($0)\n" } ?? "Commands: \(names)\n")
                    + "See: \(whole) --help"
            )
        )
    }

    /// The command with the most similar name, if one is similar at all.
    private func command(like word: String) -> String? {
        let word = word.lowercased()
        var best: (name: String, distance: Int)?
        for command in commands {
            for name in [command.name] + command.aliases {
                let isBeginning = word.count > 1 && name.hasPrefix(word)
                let distance = isBeginning ? 1 : Self.distance(word, name)
                let most = min(word.count, name.count) > 3 ? 2 : 1
                if distance <= most, distance < best?.distance ?? .max {
                    best = (command.name, distance)
                }
            }
        }
        return best?.name
    }

    /// How many letters must be put in, left out, changed or exchanged with their neighbours.
    private static func distance(_ first: String, _ second: String) -> Int {
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

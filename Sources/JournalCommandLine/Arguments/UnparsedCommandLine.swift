// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalClient

/// A command line that nobody understood, and the text that may have been piped into it.
///
/// What comes from a pipe cannot be asked for again, so it is kept although it is not known what
/// was to become of it.
package struct UnparsedCommandLine: Sendable, Equatable {
    private let arguments: [String]

    /// Takes the command line without the name of the program, the command that was meant first.
    package init(_ arguments: some Sequence<String>) { self.arguments = Array(arguments) }

    /// What takes the text from standard input, or nil when this line would not have.
    ///
    /// With words in the line the text is theirs, and standard input belongs to somebody else, such
    /// as the shell's loop around the command.
    package var retry: String? {
        switch arguments.first {
        case "new": takesStandardInput(words) ? "journal new -" : nil
        case "edit": takesStandardInput(words.dropFirst()) ? "journal edit ID -" : nil
        default: nil
        }
    }

    /// Keeps the text, if there is one, and tells where; waits for its end.
    package func keepText(in context: CommandContext) -> String? {
        guard let retry else { return nil }
        do throws(ClientError) {
            let source = TextSource(context: context, words: [])
            return try source.readPiped()?.keep(in: context, for: retry)
        } catch {
            return error.description
        }
    }

    private func takesStandardInput(_ words: some Collection<String>) -> Bool {
        words.isEmpty || Array(words) == ["-"]
    }

    /// The words that certainly are no option's value.
    private var words: [String] {
        var words: [String] = []
        var mayBeValue = false
        var rest = arguments.dropFirst()
        while let argument = rest.popFirst() {
            if argument == "--" { return words + rest }
            let isOption = argument.utf8.count > 1 && argument.hasPrefix("-")
            if !isOption, !mayBeValue { words.append(argument) }
            mayBeValue = isOption && !argument.utf8.contains(UInt8(ascii: "="))
        }
        return words
    }
}

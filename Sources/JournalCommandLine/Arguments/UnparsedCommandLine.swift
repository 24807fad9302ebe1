// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalClient

/// A command line that could not be parsed, and the text that may have been piped into it.
///
/// A piped text cannot be requested again, so it is saved although the command is not executed.
package struct UnparsedCommandLine: Sendable, Equatable {
    private let arguments: [String]

    /// Creates a value from the command line without the name of the program; the command comes
    /// first.
    package init(_ arguments: some Sequence<String>) { self.arguments = Array(arguments) }

    /// Creates a value from a command line whose command is unknown.
    ///
    /// Unless a similar command takes a text, the text was meant for a new entry: a similar name
    /// may have been found for a word that is none.
    package init(_ arguments: [String], _ unknown: CommandSuggestions.Unknown) {
        let similar = Self(unknown.corrected ?? [])
        self = similar.retry == nil ? Self(["new"] + arguments.dropFirst()) : similar
    }

    /// A command that reads the text from standard input, or nil if this command takes no text.
    package var retry: String? {
        switch arguments.first {
        case "new": "journal new -"
        case "edit": "journal edit \(allWords.first ?? "ID") -"
        default: nil
        }
    }

    /// Saves the text on standard input, if there is one.
    ///
    /// - Returns: The text of a message with the path; nil if there was no text.
    package func keepText(in context: CommandContext) -> String? {
        guard let retry else { return nil }
        do throws(ClientError) {
            let source = TextSource(context: context, words: words)
            return try source.readPiped()?.keep(in: context, for: retry)
        } catch {
            return error.description
        }
    }

    /// The words of the text: arguments that are neither an option, nor its value, nor an id.
    package var words: [String] {
        arguments.first == "edit" ? Array(allWords.dropFirst()) : allWords
    }

    /// The arguments that are neither an option nor its value.
    private var allWords: [String] {
        var words: [String] = []
        var mayBeValue = false
        var rest = arguments.dropFirst()
        while let argument = rest.popFirst() {
            if argument == "--" {
                words += rest
                break
            }
            let isOption = argument.utf8.count > 1 && argument.hasPrefix("-")
            if !isOption, !mayBeValue { words.append(argument) }
            mayBeValue = isOption && !argument.utf8.contains(UInt8(ascii: "="))
        }
        return words
    }
}

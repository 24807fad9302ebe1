// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalClient
internal import JournalProtocol

/// A command line that could not be parsed, and the text that may have been piped into it.
///
/// A piped text cannot be requested again, so it is saved although the command is not executed,
/// with the options that can be read.
package struct UnparsedCommandLine: Sendable, Equatable {
    private let arguments: [String]

    /// Creates a value from the command line without the name of the program; the command comes
    /// first.
    package init(_ arguments: some Sequence<String>) { self.arguments = Array(arguments) }

    /// Creates a value from a command line with an unknown command.
    ///
    /// Unless a similar command takes a text, the text was meant for a new entry: a similar name
    /// may have been found for a word that was not meant as a command.
    package init(_ arguments: [String], unknown: CommandSuggestions.Unknown) {
        let similar = Self(unknown.corrected ?? [])
        self = similar.retry == nil ? Self(["new"] + arguments.dropFirst()) : similar
    }

    /// A command that reads the text from standard input, without the options; nil if this command
    /// takes no text.
    package var retry: String? {
        switch arguments.first {
        case "new": "journal new -"
        case "edit":
            "journal edit \((severalIDs ?? entry.map { [$0] } ?? ["ID"]).joined(separator: " ")) -"
        default: nil
        }
    }

    /// Saves the text on standard input, if any.
    ///
    /// - Returns: The text of a message with the path; nil if there was no text.
    package func keepText(in context: CommandContext) -> String? {
        guard let retry else { return nil }
        do throws(ClientError) {
            let source = TextSource(context: context, words: words)
            guard let text = try source.readPiped() else { return nil }
            let attributes = attributes(in: context)
            var options = attributes
            options.entry = nil
            // The draft of an unknown entry needs another command.
            let isUsable = options != DraftAttributes() && attributes.entry != ""
            return text.keep(in: context, for: isUsable ? nil : retry, options: attributes)
        } catch {
            return error.description
        }
    }

    /// Returns the options that can be read, for the draft of the text.
    private func attributes(in context: CommandContext) -> DraftAttributes {
        let options = UnparsedOptions(arguments.dropFirst())
        guard arguments.first == "edit" else {
            let entry = NewEntry(words: words, options: options)
            return NewEntryRun(entry, in: context).source.attributes()
        }
        let change = ChangeOptions(options)
        let id = options.hasSearch ? "" : entry ?? ""
        let (update, _) = change.change(in: context)
        return change.draft(of: update, entry: id)
    }

    /// The words of the text: arguments that are neither an option, nor its value, nor an id.
    package var words: [String] {
        guard arguments.first == "edit" else { return allWords }
        guard let severalIDs else { return Array(allWords.dropFirst()) }
        return Array(allWords.dropFirst(severalIDs.count))
    }

    /// The id of the only entry to edit; nil if it cannot be read.
    private var entry: String? { severalIDs == nil ? allWords.first : nil }

    /// The ids of the entries to edit, if there are several; standard input has their new content.
    private var severalIDs: [String]? {
        let words = allWords.last == "-" ? allWords.dropLast() : allWords[...]
        let isSeveral = words.count > 1 && words.allSatisfy { EntryReference($0) != nil }
        return isSeveral ? Array(words) : nil
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

extension NewEntry {
    /// Creates an entry from the options of a command line that could not be parsed.
    fileprivate init(words: [String], options: UnparsedOptions) {
        self.init(words: words)
        attributes.notebook = options.notebook
        attributes.createNotebook = options.createsNotebook
        attributes.tags = options.tags ?? []
        attributes.starred = options.starred ?? false
        hasTextTags = options.textTags
        template = options.template
        date = options.date
        id = options.id
    }
}

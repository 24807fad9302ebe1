// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// The readable options of an entry in a command line that could not be parsed.
///
/// Ignores unknown options, options without a value, and everything after `--`.
struct UnparsedOptions: Sendable, Equatable {
    private(set) var notebook: String?
    private(set) var createsNotebook = false
    /// The names of the tags; empty if all tags are to be removed.
    ///
    /// For `edit`, a name with a sign is a tag to add or to remove.
    private(set) var tags: [String]?
    /// The names of tags to add.
    private(set) var addTags: [String] = []
    /// The names of tags to remove.
    private(set) var removeTags: [String] = []
    private(set) var starred: Bool?
    private(set) var textTags: Bool?
    private(set) var date: String?
    private(set) var id: String?
    private(set) var template: String?
    /// Whether the entries are selected by a query.
    private(set) var hasSearch = false

    /// Reads the options of `new` or `edit`.
    init(_ arguments: some Sequence<String>) {
        var rest = Array(arguments)[...]
        while let argument = rest.popFirst(), argument != "--" {
            guard argument.hasPrefix("-") else { continue }
            let parts = argument.split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            if parts.count == 2 {
                read(String(parts[0])) { String(parts[1]) }
            } else {
                read(argument) { Self.isValue(rest.first, of: argument) ? rest.popFirst() : nil }
            }
        }
    }

    /// Returns whether a word is the value of the option before it: one with a dash only if it can
    /// be the name of a tag to remove.
    private static func isValue(_ word: String?, of option: String) -> Bool {
        guard let word, word.hasPrefix("-") else { return word != nil }
        return ["-t", "--tag", "--add-tag", "--remove-tag"].contains(option)
            && !word.hasPrefix("--") && word.count > 2
    }

    /// Reads an option; only one with a value calls the closure, which returns the value.
    private mutating func read(_ name: String, _ value: () -> String?) {
        // A replacement character stands for bytes that are not UTF-8.
        func valid() -> String? { value().flatMap { $0.contains("\u{FFFD}") ? nil : $0 } }
        switch name {
        case "-N", "--notebook": notebook = valid() ?? notebook
        case "--create-notebook": createsNotebook = true
        case "-t", "--tag":
            if let names = valid() { tags = (tags ?? []) + TextTags.names(in: [names]) }
        case "--add-tag": if let names = valid() { addTags += TextTags.names(in: [names]) }
        case "--remove-tag": if let names = valid() { removeTags += TextTags.names(in: [names]) }
        case "--no-tags": tags = []
        case "-s", "--star": starred = true
        case "--no-star": starred = false
        case "--text-tags": textTags = true
        case "--no-text-tags": textTags = false
        case "--at": date = valid() ?? date
        case "--id": id = valid() ?? id
        case "-T", "--template": template = valid() ?? template
        case "--search":
            hasSearch = true
            _ = value()
        default: break
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
internal import JournalProtocol

/// The changes of the tags of an entry that a command line asks for.
package struct TagChanges: Sendable, Equatable {
    /// The options of `edit` with one letter, which a value of `-t` is not meant to be.
    private static let shortOptions: Set = ["-N", "-h", "-l", "-n", "-t"]

    /// The tags that replace all others; nil if the others remain.
    package private(set) var replacing: [String]?
    /// The tags to add.
    package private(set) var added: [String]
    /// The tags to remove.
    package private(set) var removed: [String]

    /// Reads the values of options.
    ///
    /// - Parameters:
    ///   - values: The values of `--tag`: `a` replaces the tags, `+a` adds one, `-a` removes one.
    ///   - added: The values of `--add-tag`.
    ///   - removed: The values of `--remove-tag`.
    ///   - removesAll: Whether all tags are removed.
    /// - Throws: `usage` if a value looks like an option, or if some replace the tags and others
    ///   change single ones.
    package init(
        values: [String] = [],
        added: [String] = [],
        removed: [String] = [],
        removesAll: Bool = false
    ) throws(ClientError) {
        var replacing: [String] = []
        self.added = TextTags.names(in: added)
        self.removed = TextTags.names(in: removed)
        for value in values {
            guard !value.hasPrefix("--"), !Self.shortOptions.contains(value) else {
                throw ClientError(
                    .usage,
                    "missing a tag before \"\(value)\"",
                    advice: "To remove a tag of this name: --remove-tag \(value.dropFirst())"
                )
            }
            for name in TextTags.names(in: [value]) {
                switch name.first {
                case "+" where name.count > 1: self.added.append(TextTags.name(Self.rest(name)))
                case "-" where name.count > 1: self.removed.append(TextTags.name(Self.rest(name)))
                default: replacing.append(name)
                }
            }
        }
        self.replacing = removesAll ? [] : replacing.isEmpty ? nil : replacing
        guard self.replacing == nil || self.added.isEmpty && self.removed.isEmpty else {
            throw Self.contradiction(replacing.first)
        }
    }

    /// Whether no tag is changed.
    package var isEmpty: Bool { replacing == nil && added.isEmpty && removed.isEmpty }

    private static func rest(_ name: String) -> String { String(name.dropFirst()) }

    private static func contradiction(_ name: String?) -> ClientError {
        guard let name else {
            return ClientError(.usage, "--no-tags cannot be combined with single tags")
        }
        return ClientError(
            .usage,
            "-t \(name) replaces all tags and cannot be combined with single ones",
            advice: "To add it to the others: -t +\(name)"
        )
    }
}

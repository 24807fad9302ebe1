// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

/// The entries of an output that are damaged in the store.
package struct UnreadableTexts: Sendable, Equatable {
    /// The number of ids that a message names.
    private static let namedCount = 5

    /// The ids of the entries.
    package private(set) var ids: [EntryID] = []

    /// Creates an empty collection.
    package init() {}

    /// Records an entry if its text is damaged; returns whether it is.
    @discardableResult
    package mutating func note(_ entry: EntryRecord) -> Bool {
        if entry.isUnreadable { ids.append(entry.id) }
        return entry.isUnreadable
    }

    /// A message that names the entries; nil if there are none.
    package var message: String? {
        guard !ids.isEmpty else { return nil }
        let entries = ids.count == 1 ? "1 entry" : "\(ids.count) entries"
        let names = ids.prefix(Self.namedCount).map(\.text).joined(separator: ", ")
        let more = ids.count > Self.namedCount ? " and others" : ""
        return "the text of \(entries) cannot be read: \(names)\(more)"
    }

    /// Writes the message to standard error, if any.
    package func report() {
        guard let message else { return }
        StandardError.say("journal: \(message); check with: journal doctor --full")
    }
}

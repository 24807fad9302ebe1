// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation

/// The attributes of an entry that filters test.
package struct FilterAttributes: Sendable, Equatable {
    /// The UUID of the notebook.
    package var notebook: UUID?
    /// The key of the notebook's name.
    package var notebookKey: String?
    /// The keys of the tags' names.
    package var tagKeys: Set<String>
    /// The creation time.
    package var createdAt: Date
    /// The date of writing in the author's time zone, as yyyy-mm-dd.
    package var localDay: String
    /// Whether the entry is starred.
    package var starred: Bool
    /// Whether the entry is in the trash.
    package var isTrashed: Bool
    /// The text, for filters with words.
    package var text: String

    /// Creates attributes from their values.
    package init(
        notebook: UUID?,
        notebookKey: String?,
        tagKeys: Set<String>,
        createdAt: Date,
        localDay: String,
        starred: Bool,
        isTrashed: Bool,
        text: String = ""
    ) {
        self.notebook = notebook
        self.notebookKey = notebookKey
        self.tagKeys = tagKeys
        self.createdAt = createdAt
        self.localDay = localDay
        self.starred = starred
        self.isTrashed = isTrashed
        self.text = text
    }

    /// Creates the attributes of a stored entry.
    package init(of entry: Entry) {
        notebook = entry.notebook?.uuid
        notebookKey = entry.notebook?.key
        tagKeys = Set(entry.tags.map(\.key))
        createdAt = entry.createdAt
        localDay = entry.localDay
        starred = entry.starred
        isTrashed = entry.isTrashed
        text = entry.text
    }
}

extension EntrySelection {
    /// Returns whether the selection matches an entry with these attributes, except for tests that
    /// compare its text.
    ///
    /// The result equals the result of `predicate` unless a selected name now refers to another
    /// notebook or tag: this method compares names, `predicate` compares identities.
    package func takes(_ attributes: FilterAttributes) -> Bool {
        !isContradictory && attributes.isTrashed == trashed
            && (notebook?.takes(attributes) ?? true)
            && (starred == nil || starred == attributes.starred)
            && tags.allSatisfy { attributes.tagKeys.contains($0.key) }
            && lowerBounds.allSatisfy { Self.isWithin(lower: $0, attributes) }
            && upperBounds.allSatisfy { Self.isWithin(upper: $0, attributes) }
            && tests.allSatisfy { $0.comparesText || $0.takes(attributes) { _, _ in false } }
    }

    /// The tests that compare the text of an entry.
    package var textTests: [EntryTest] { tests.filter(\.comparesText) }

    /// The selection without the tests that compare the text of an entry.
    package var withoutTextTests: EntrySelection {
        var selection = self
        selection.tests.removeAll(where: \.comparesText)
        return selection
    }

    /// Returns whether the selection names a notebook by this key rather than by UUID.
    package func names(notebookKey key: String) -> Bool { notebooks.contains { $0.key == key } }

    /// Returns whether the selection names a tag by this key.
    package func names(tagKey key: String) -> Bool { allTags.contains { $0.key == key } }

    /// Whether the selection depends on the tags of an entry.
    package var namesTags: Bool { !allTags.isEmpty }

    /// Whether the selection names a notebook rather than giving its UUID.
    package var namesNotebooks: Bool { notebooks.contains(where: \.isCalledByName) }

    /// Whether the selection depends on the notebook or the tags of an entry.
    package var dependsOnPlace: Bool { namesTags || !notebooks.isEmpty }

    private var notebooks: [NotebookChoice] {
        (notebook.map { [$0] } ?? [])
            + tests.flatMap(\.leaves).compactMap {
                if case .notebook(let choice) = $0 { choice } else { nil }
            }
    }

    private var allTags: [TagChoice] {
        tags
            + tests.flatMap(\.leaves).compactMap {
                if case .tag(let choice) = $0 { choice } else { nil }
            }
    }

    static func isWithin(lower bound: Bound, _ attributes: FilterAttributes) -> Bool {
        switch bound {
        case .day(let day, _): attributes.localDay >= day
        case .instant(let date): attributes.createdAt >= date
        }
    }

    static func isWithin(upper bound: Bound, _ attributes: FilterAttributes) -> Bool {
        switch bound {
        case .day(let day, _): attributes.localDay <= day
        case .instant(let date): attributes.createdAt < date
        }
    }
}

extension EntrySelection.NotebookChoice {
    func takes(_ attributes: FilterAttributes) -> Bool {
        key.map { $0 == attributes.notebookKey } ?? (uuid == attributes.notebook)
    }
}

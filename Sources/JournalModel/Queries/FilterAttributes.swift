// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation

/// What of an entry decides whether a selection takes it.
package struct FilterAttributes: Sendable, Equatable {
    /// Where it is kept.
    package var notebook: UUID?
    /// The key of the notebook's name.
    package var notebookKey: String?
    /// The keys of what it is about.
    package var tagKeys: Set<String>
    /// When it was written.
    package var createdAt: Date
    /// The day the writer's calendar showed.
    package var localDay: String
    /// Whether it is starred.
    package var starred: Bool
    /// Whether it is in the trash.
    package var isTrashed: Bool

    /// Describes an entry.
    package init(
        notebook: UUID?,
        notebookKey: String?,
        tagKeys: Set<String>,
        createdAt: Date,
        localDay: String,
        starred: Bool,
        isTrashed: Bool
    ) {
        self.notebook = notebook
        self.notebookKey = notebookKey
        self.tagKeys = tagKeys
        self.createdAt = createdAt
        self.localDay = localDay
        self.starred = starred
        self.isTrashed = isTrashed
    }

    /// Reads an entry.
    package init(of entry: Entry) {
        notebook = entry.notebook?.uuid
        notebookKey = entry.notebook?.key
        tagKeys = Set(entry.tags.map(\.key))
        createdAt = entry.createdAt
        localDay = entry.localDay
        starred = entry.starred
        isTrashed = entry.trashedAt != nil
    }
}

extension EntrySelection {
    /// Whether the selection takes an entry.
    ///
    /// The same answer that the store gives to `predicate`, as long as its names mean what they meant
    /// when they were looked up; this goes by the names themselves.
    package func takes(_ facets: FilterAttributes) -> Bool {
        !isContradictory && facets.isTrashed == trashed
            && (notebook?.takes(facets) ?? true)
            && (starred == nil || starred == facets.starred)
            && tags.allSatisfy { facets.tagKeys.contains($0.key) }
            && (since.map { Self.begins($0, facets) } ?? true)
            && (until.map { Self.ends($0, facets) } ?? true)
    }

    /// Whether the selection names its notebook by a name with this key, and not by its id.
    package func names(notebookKey key: String) -> Bool { notebook?.key == key }

    /// Whether a tag with this key is one that the selection names.
    package func names(tagKey key: String) -> Bool { tags.contains { $0.key == key } }

    private static func begins(_ bound: Bound, _ facets: FilterAttributes) -> Bool {
        switch bound {
        case .day(let day, _): facets.localDay >= day
        case .instant(let date): facets.createdAt >= date
        }
    }

    private static func ends(_ bound: Bound, _ facets: FilterAttributes) -> Bool {
        switch bound {
        case .day(let day, _): facets.localDay <= day
        case .instant(let date): facets.createdAt < date
        }
    }
}

extension EntrySelection.NotebookChoice {
    fileprivate func takes(_ facets: FilterAttributes) -> Bool {
        key.map { $0 == facets.notebookKey } ?? (uuid == facets.notebook)
    }
}

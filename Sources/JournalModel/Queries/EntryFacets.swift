// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation

/// What of an entry decides whether a selection takes it.
package struct EntryFacets: Sendable, Equatable {
    /// Where it is kept.
    package var notebook: UUID?
    /// What it is about.
    package var tags: Set<UUID>
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
        tags: Set<UUID>,
        createdAt: Date,
        localDay: String,
        starred: Bool,
        isTrashed: Bool
    ) {
        self.notebook = notebook
        self.tags = tags
        self.createdAt = createdAt
        self.localDay = localDay
        self.starred = starred
        self.isTrashed = isTrashed
    }

    /// Reads an entry.
    package init(of entry: Entry) {
        notebook = entry.notebook?.uuid
        tags = Set(entry.tags.map(\.uuid))
        createdAt = entry.createdAt
        localDay = entry.localDay
        starred = entry.starred
        isTrashed = entry.trashedAt != nil
    }
}

extension EntrySelection {
    /// Whether the selection takes an entry; the same answer that the store gives to `predicate`.
    package func takes(_ facets: EntryFacets) -> Bool {
        facets.isTrashed == trashed
            && (notebook == nil || notebook?.uuid == facets.notebook)
            && (starred == nil || starred == facets.starred)
            && tags.allSatisfy(facets.tags.contains)
            && (since.map { Self.begins($0, facets) } ?? true)
            && (until.map { Self.ends($0, facets) } ?? true)
    }

    private static func begins(_ bound: Bound, _ facets: EntryFacets) -> Bool {
        switch bound {
        case .day(let day, _): facets.localDay >= day
        case .instant(let date): facets.createdAt >= date
        }
    }

    private static func ends(_ bound: Bound, _ facets: EntryFacets) -> Bool {
        switch bound {
        case .day(let day, _): facets.localDay <= day
        case .instant(let date): facets.createdAt < date
        }
    }
}

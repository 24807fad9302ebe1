// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation
package import SwiftData

/// Which entries a question is about; all parts that are there must hold.
///
/// Whoever makes one has looked its names up: the store finds rows by identity. The names are kept
/// beside, because a subscription goes by them long after.
package struct EntrySelection: Sendable, Equatable {
    /// One end of a span of time.
    package enum Bound: Sendable, Equatable {
        /// A day of the writer's calendar, as yyyy-mm-dd, and the instant at which it begins in UTC.
        case day(String, utcStart: Date)
        /// An instant.
        case instant(Date)
    }

    /// A notebook by both of its names: the one that travels, and the one that its entries' rows hold.
    package struct NotebookChoice: Sendable, Equatable {
        /// The identity that clients know.
        package let uuid: UUID
        /// The key of its name; nil when it is called by its id.
        let key: String?
        let identifier: PersistentIdentifier

        /// Whether it is called by its name, and not by its id.
        package var isCalledByName: Bool { key != nil }

        /// Names a stored notebook, as somebody called it.
        package init(_ notebook: Notebook, calledBy nameOrID: String) {
            uuid = notebook.uuid
            key = notebook.key == Name.key(of: nameOrID) ? notebook.key : nil
            identifier = notebook.persistentModelID
        }
    }

    /// A tag by its name, and what it is if there is one.
    package struct TagChoice: Sendable, Equatable {
        /// The key of its name.
        let key: String
        let identifier: PersistentIdentifier?
        /// What has the tag, if that is little enough to begin with; nil when it is not known.
        let entries: [PersistentIdentifier]?

        /// How many entries a tag has at most to be looked up by them.
        ///
        /// Beyond that, the newest entries have it often enough to be found in the order of time.
        private static let maximumEntryCount = 2000

        /// Names a stored tag.
        package init(_ tag: Tag, in context: ModelContext) throws {
            key = tag.key
            identifier = tag.persistentModelID
            let entries = try context.identifiersRelated(
                to: tag,
                by: \.entries,
                limit: Self.maximumEntryCount + 1
            )
            self.entries = entries.count <= Self.maximumEntryCount ? entries : nil
        }

        /// Names a tag that there may be one day.
        package init(unknown name: String) {
            key = Name.key(of: name)
            identifier = nil
            entries = nil
        }
    }

    /// The notebook they are in.
    package var notebook: NotebookChoice?
    /// Tags that each of them has.
    package var tags: [TagChoice] = []
    /// The whole day and later, or the instant and later.
    package var since: Bound?
    /// The whole day and earlier, or before the instant.
    package var until: Bound?
    /// Whether they are starred.
    package var starred: Bool?
    /// Whether they are in the trash.
    package var trashed = false

    /// Whether its conditions exclude each other, so that it takes nothing.
    package var isContradictory = false

    /// Selects every entry outside the trash.
    package init() {}

    /// Lets only what is also after a bound in, whatever the bound was before.
    package mutating func narrow(since bound: Bound) {
        if since == nil { since = bound } else { moreSince.append(bound) }
    }

    /// Lets only what is also before a bound in, whatever the bound was before.
    package mutating func narrow(until bound: Bound) {
        if until == nil { until = bound } else { moreUntil.append(bound) }
    }

    private(set) var moreSince: [Bound] = []
    private(set) var moreUntil: [Bound] = []

    /// What was put into the trash before an instant.
    package static func trashed(before date: Date) -> Predicate<Entry> {
        EntryTest.predicate([.isTrashed(before: date)])
    }

    /// The test as the store understands it.
    package var predicate: Predicate<Entry> { EntryTest.predicate(tests) }

    /// No clock is further from UTC than this, so a day's entries lie between two instants.
    ///
    /// Time has an index, which the bare day would not use.
    private static let farthestClock: TimeInterval = 86_400

    var tests: [EntryTest] {
        var tests: [EntryTest] = isContradictory ? [.never] : []
        if let notebook { tests.append(.isIn(notebook: notebook.identifier)) }
        let fewest = tags.compactMap(\.entries).min { $0.count < $1.count }
        if let fewest { tests.append(.isAmong(fewest)) }
        tests.append(
            trashed ? .isInTrash : fewest == nil ? .isOutsideTrash : .isOutsideTrashWithoutIndex
        )
        if let starred { tests.append(.equal(\Entry.starred, starred)) }
        for tag in tags { tests.append(tag.identifier.map { .has(tag: $0) } ?? .never) }
        for bound in moreSince + (since.map { [$0] } ?? []) { tests += Self.tests(since: bound) }
        for bound in moreUntil + (until.map { [$0] } ?? []) { tests += Self.tests(until: bound) }
        return tests
    }

    private static func tests(since bound: Bound) -> [EntryTest] {
        switch bound {
        case .instant(let date): return [.compare(\Entry.createdAt, .from, date)]
        case .day(let day, let utcStart):
            let earliest = utcStart.addingTimeInterval(-farthestClock)
            return [
                .compare(\Entry.createdAt, .from, earliest),
                .compare(\Entry.localDay, .from, day),
            ]
        }
    }

    private static func tests(until bound: Bound) -> [EntryTest] {
        switch bound {
        case .instant(let date): return [.compare(\Entry.createdAt, .before, date)]
        case .day(let day, let utcStart):
            let latest = utcStart.addingTimeInterval(86_400 + farthestClock)
            return [
                .compare(\Entry.createdAt, .upTo, latest),
                .compare(\Entry.localDay, .upTo, day),
            ]
        }
    }
}

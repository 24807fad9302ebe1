// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import JournalProtocol
internal import SwiftData

/// The contents of a live list at one commit, which equal lists have in common.
///
/// Lists with the same criteria and the same rows have one version of them in memory. The first
/// list that advances to a commit makes the next version, and the others adopt it with its edits.
/// While its connection is not writable, a list keeps its version; it adopts the others' version
/// when it has caught up with them.
struct SharedContents {
    /// The rows at one commit.
    fileprivate final class Version {
        /// The change to the next version.
        struct Step {
            let position: Int64
            let edits: [ListContents.Edit]
            weak var next: Version?
        }

        var criteria: ListCriteria
        var contents: ListContents
        var position: Int64
        var step: Step?
        private let charge: MemoryCharge

        init(
            _ criteria: ListCriteria,
            contents: ListContents,
            at position: Int64,
            in counter: MemoryCounter
        ) {
            self.criteria = criteria
            self.contents = contents
            self.position = position
            charge = MemoryCharge(in: counter)
            count()
        }

        /// Counts the memory after a change of the contents.
        func count() { charge.byteCount = contents.structureByteCount }

        func isSame(as other: Version) -> Bool {
            self !== other && position == other.position && criteria == other.criteria
                && contents.hasSameRows(as: other.contents)
        }
    }

    private var version: Version
    private let lists: SharedLists

    /// Creates the contents of a list, or shares the contents of an equal list.
    init(
        _ criteria: ListCriteria,
        contents: ListContents,
        at position: Int64,
        lists: SharedLists
    ) {
        self.lists = lists
        version = Version(criteria, contents: contents, at: position, in: lists.counter)
        share()
    }

    /// The rows.
    var contents: ListContents { version.contents }

    /// The commit at which the rows equal the entries of the store.
    var position: Int64 { version.position }

    /// Replaces the rows by rows of another commit, which were read from the store.
    ///
    /// - Returns: The edits that turn the old shown rows into the new ones.
    mutating func replace(
        with rows: [ListRow],
        by criteria: ListCriteria,
        at position: Int64
    ) -> [ListContents.Edit] {
        var contents = version.contents
        let edits = contents.replace(with: lists.sharing(rows))
        version = Version(criteria, contents: contents, at: position, in: lists.counter)
        share()
        return edits
    }

    /// Adopts an equal list's version for a commit and returns its edits, or nil.
    mutating func advance(to position: Int64) -> [ListContents.Edit]? {
        // An equal list may have changed its version in place since.
        guard let step = version.step, step.position == position, let next = step.next,
            next.position == position
        else { return nil }
        version = next
        return step.edits
    }

    /// Changes rows as of a later commit.
    ///
    /// - Returns: The edits; nil, without an effect, if entries are needed that only the store has.
    mutating func apply(
        _ changes: [String: ListRow?],
        at position: Int64
    ) -> [ListContents.Edit]? {
        if let edits = advance(to: position) { return edits }
        for case let row?? in changes.values { row.content?.count(in: lists.counter) }
        if isKnownUniquelyReferenced(&version) {
            guard let edits = version.contents.apply(changes) else { return nil }
            version.position = position
            version.step = nil
            version.count()
            return edits
        }
        var contents = version.contents
        guard let edits = contents.apply(changes) else { return nil }
        let next = Version(version.criteria, contents: contents, at: position, in: lists.counter)
        version.step = Version.Step(position: position, edits: edits, next: next)
        lists.add(next)
        version = next
        return edits
    }

    /// Removes the rows; equal lists keep theirs.
    mutating func removeAll() {
        let contents = ListContents(
            limit: version.criteria.limit,
            order: version.criteria.order,
            grouping: version.criteria.grouping
        )
        version = Version(
            version.criteria,
            contents: contents,
            at: version.position,
            in: lists.counter
        )
    }

    /// Adopts the version of an equal list, if any.
    mutating func share() {
        for row in version.contents.keptRows { row.content?.count(in: lists.counter) }
        if let equal = lists.version(equalTo: version) {
            version = equal
        } else {
            lists.add(version)
        }
    }
}

/// The criteria that determine the rows of a list at a commit.
struct ListCriteria: Equatable {
    let filter: SubscriptionFilter
    let order: ListOrder
    let limit: Int
    let grouping: ListGrouping

    init(_ request: ListOpen, filter: SubscriptionFilter) {
        self.filter = filter
        order = request.order
        limit = request.limit
        grouping = request.groupBy
    }

    static func == (lhs: ListCriteria, rhs: ListCriteria) -> Bool {
        lhs.order == rhs.order && lhs.limit == rhs.limit && lhs.grouping == rhs.grouping
            && lhs.filter.include == rhs.filter.include && lhs.filter.words == rhs.filter.words
            && lhs.filter.selection == rhs.filter.selection
    }
}

/// The contents of all live lists, for lists with equal rows.
///
/// Runs on the event loop.
final class SharedLists {
    private struct Entry {
        weak var version: SharedContents.Version?
    }

    /// The memory of the lists.
    let counter = MemoryCounter()
    private var entries: [Entry] = []

    /// Returns rows with the content that a list has already, for those that are equal.
    func sharing(_ rows: [ListRow]) -> [ListRow] {
        // Only the last list is searched: most lists contain the same entries.
        guard let known = entries.last(where: { $0.version != nil })?.version?.contents else {
            return rows
        }
        return rows.map { row in known.row(row.id).flatMap { $0 == row ? $0 : nil } ?? row }
    }

    fileprivate func version(equalTo version: SharedContents.Version) -> SharedContents.Version? {
        for entry in entries {
            if let other = entry.version, other.isSame(as: version) { return other }
        }
        return nil
    }

    fileprivate func add(_ version: SharedContents.Version) {
        entries.removeAll { $0.version == nil || $0.version === version }
        entries.append(Entry(version: version))
    }
}

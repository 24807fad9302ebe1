// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation
package import SwiftData

/// The criteria that select entries; all criteria that are set must match.
///
/// Names of notebooks and tags are resolved when a selection is created, because the store finds
/// rows by identity. The names are kept as well, because a subscription outlives the objects that
/// they resolve to.
package struct EntrySelection: Sendable, Equatable {
    /// A bound of a time span.
    package enum Bound: Sendable, Equatable {
        /// A local date of the author, as yyyy-mm-dd, and the instant at which it starts in UTC.
        case day(String, utcStart: Date)
        /// An exact instant.
        case instant(Date)
    }

    /// A notebook, identified by its UUID in the protocol and by its persistent identifier in rows.
    package struct NotebookChoice: Sendable, Equatable {
        /// The UUID used in the protocol.
        package let uuid: UUID
        /// The key of the name that selected the notebook, or nil if a UUID did.
        let key: String?
        private(set) var identifier: PersistentIdentifier?

        /// Whether the notebook was selected by name rather than by UUID.
        package var isCalledByName: Bool { key != nil }

        /// Returns whether both choices refer to one notebook, which need not exist.
        package func isSame(as other: NotebookChoice?) -> Bool {
            guard let other else { return false }
            return uuid == other.uuid || key != nil && key == other.key
        }

        /// Creates a choice of a stored notebook that was selected by its name or its UUID.
        package init(_ notebook: Notebook, calledBy nameOrID: String) {
            uuid = notebook.uuid
            key = notebook.key == Name.key(of: nameOrID) ? notebook.key : nil
            identifier = notebook.persistentModelID
        }

        /// Creates a choice of a notebook that does not exist yet.
        package init(unknown name: String) {
            uuid = UUID(uuidString: name) ?? UUID()
            key = Name.key(of: name)
            identifier = nil
        }

        /// Finds the notebook that has the name or the UUID now.
        mutating func resolve(in context: ModelContext) throws {
            identifier = try NameLookup.notebook(key ?? uuid.uuidString, in: context)?
                .persistentModelID
        }
    }

    /// A tag selected by name, which need not exist.
    package struct TagChoice: Sendable, Equatable {
        /// The key of the tag's name.
        let key: String
        private(set) var identifier: PersistentIdentifier?
        /// The identifiers of the tagged entries when the tag was found; nil if there were too many
        /// to query by.
        private(set) var entries: [PersistentIdentifier]?

        /// The maximum number of tagged entries for which a query uses their identifiers.
        ///
        /// Entries with a more frequent tag are found quickly by scanning in time order.
        private static let maximumEntryCount = 2000

        /// Creates a choice of a stored tag.
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

        /// Creates a choice of a tag that does not exist yet.
        package init(unknown name: String) {
            key = Name.key(of: name)
            identifier = nil
            entries = nil
        }

        /// Finds the tag that has the name now, and its entries.
        mutating func resolve(in context: ModelContext) throws {
            self =
                try NameLookup.tag(key, in: context).map { try TagChoice($0, in: context) }
                ?? TagChoice(unknown: key)
        }
    }

    /// The notebook that contains the entries, or nil for all notebooks.
    package var notebook: NotebookChoice?
    /// The tags that an entry must all have.
    package var tags: [TagChoice] = []
    /// The lower bound of the creation time, inclusive for both days and instants.
    package var since: Bound?
    /// The upper bound of the creation time, inclusive for days and exclusive for instants.
    package var until: Bound?
    /// Whether entries must be starred or must not be; nil matches both.
    package var starred: Bool?
    /// Whether to select only entries in the trash; otherwise only those outside it.
    package var trashed = false

    /// Further tests, all of which an entry must pass.
    package var tests: [EntryTest] = []

    /// Whether the criteria contradict each other, so that no entry can match.
    package var isContradictory = false

    /// Creates a selection of every entry outside the trash.
    package init() {}

    /// Finds the notebooks and tags that have the selected names now, and the entries of the tags.
    ///
    /// A selection that outlives the read which resolved its names is resolved again for each
    /// later query: tags are queried by the entries that they had.
    package mutating func resolve(in context: ModelContext) throws {
        try notebook?.resolve(in: context)
        for index in tags.indices { try tags[index].resolve(in: context) }
        for index in tests.indices { try tests[index].resolve(in: context) }
    }

    /// Adds a lower bound of the creation time; entries must meet every bound.
    package mutating func narrow(since bound: Bound) {
        if since == nil { since = bound } else { furtherLowerBounds.append(bound) }
    }

    /// Adds an upper bound of the creation time; entries must meet every bound.
    package mutating func narrow(until bound: Bound) {
        if until == nil { until = bound } else { furtherUpperBounds.append(bound) }
    }

    /// Adds a test that entries must pass.
    package mutating func narrow(by test: EntryTest) {
        switch test {
        case .tag(let tag): if !tags.contains(where: { $0.key == tag.key }) { tags.append(tag) }
        case .notebook(let choice):
            if let notebook, !notebook.isSame(as: choice) { isContradictory = true }
            notebook = choice
        case .starred(let isStarred):
            if let starred, starred != isStarred { isContradictory = true }
            starred = isStarred
        case .since(let bound): narrow(since: bound)
        case .until(let bound): narrow(until: bound)
        case .text, .all, .any, .not: tests.append(test)
        }
    }

    private var furtherLowerBounds: [Bound] = []
    private var furtherUpperBounds: [Bound] = []

    /// Whether the creation time has a bound.
    package var hasDateBounds: Bool {
        !lowerBounds.isEmpty || !upperBounds.isEmpty || tests.contains(where: \.hasDateBounds)
    }

    /// All lower bounds of the creation time.
    var lowerBounds: [Bound] { furtherLowerBounds + (since.map { [$0] } ?? []) }

    /// All upper bounds of the creation time.
    var upperBounds: [Bound] { furtherUpperBounds + (until.map { [$0] } ?? []) }

    /// Returns a predicate for entries moved to the trash before an instant.
    package static func trashed(before date: Date) -> Predicate<Entry> {
        EntryCondition.predicate([.isTrashed(before: date)])
    }

    /// Returns a predicate for entries moved to the trash before an instant that no commit after
    /// one has changed.
    package static func trashed(before date: Date, through revision: Int) -> Predicate<Entry> {
        EntryCondition.predicate([
            .isTrashed(before: date), .compare(\.revision, .upTo, to: revision),
        ])
    }

    /// Returns a predicate for entries in the trash that no commit after one has changed.
    package static func trashed(through revision: Int) -> Predicate<Entry> {
        EntryCondition.predicate([
            .equal(\.isTrashed, true), .compare(\.revision, .upTo, to: revision),
        ])
    }

    /// Fetches the entries with some identifiers, in no particular order.
    package static func entries(
        _ identifiers: [PersistentIdentifier],
        in context: ModelContext
    ) throws -> [Entry] {
        try context.fetch(
            FetchDescriptor(predicate: EntryCondition.predicate([.isAmong(identifiers)]))
        )
    }

    /// Fetches the entries with some identifiers, in their order.
    package static func entries(
        _ identifiers: [PersistentIdentifier],
        inOrderIn context: ModelContext
    ) throws -> [Entry] {
        var descriptor = FetchDescriptor(
            predicate: EntryCondition.predicate([.isAmong(identifiers)])
        )
        descriptor.relationshipKeyPathsForPrefetching = [\.tags, \.attachments]
        let found = try context.fetch(descriptor)
        let entries = Dictionary(uniqueKeysWithValues: found.map { ($0.persistentModelID, $0) })
        return identifiers.compactMap { entries[$0] }
    }

    /// The predicate that fetches the selected entries.
    package var predicate: Predicate<Entry> { EntryCondition.predicate(conditions) }

    /// Returns the number of selected entries.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    package func count(in context: ModelContext) throws -> Int {
        if let tag = soleFrequentTag(in: context) {
            return try TaggedEntryCounts.count(of: tag, in: context)
        }
        return try context.fetchCount(FetchDescriptor(predicate: predicate))
    }

    /// Returns the tag if it is the only criterion and has too many entries to query by.
    private func soleFrequentTag(in context: ModelContext) -> Tag? {
        guard let choice = tags.first, choice.entries == nil, let identifier = choice.identifier
        else { return nil }
        var tagOnly = EntrySelection()
        tagOnly.tags = [choice]
        return self == tagOnly ? context.model(for: identifier) as? Tag : nil
    }

    /// The maximum distance of a local clock from UTC, which bounds the instants of a local date.
    ///
    /// The instants can use the index on the creation time, which the date alone could not.
    private static let maximumUTCOffset: TimeInterval = 86_400

    /// The conditions in a form that cannot use the indexes of notebooks and of the trash, for a
    /// query that walks another one.
    var conditionsWithoutIndex: [EntryCondition] {
        var others = self
        others.notebook = nil
        let conditions: [EntryCondition] =
            if let notebook {
                [notebook.identifier.map { .isIn(notebook: $0).withoutIndex } ?? .never]
            } else { [] }
        return conditions + others.conditions(usingTrashIndex: false)
    }

    /// The conditions of a query.
    var conditions: [EntryCondition] { conditions(after: nil) }

    /// Returns the conditions of a listing that continues after an entry in an order.
    ///
    /// The bound of time before that entry cannot use an index: SQLite might begin with all entries
    /// after that bound, instead of those after the entry.
    func conditions(after order: EntryListing.Order?) -> [EntryCondition] {
        conditions(usingTrashIndex: true, after: order)
    }

    private func conditions(
        usingTrashIndex: Bool,
        after order: EntryListing.Order? = nil
    ) -> [EntryCondition] {
        var conditions: [EntryCondition] = isContradictory ? [.never] : []
        if let notebook {
            conditions.append(notebook.identifier.map { .isIn(notebook: $0) } ?? .never)
        }
        let fewest = tags.compactMap(\.entries).min { $0.count < $1.count }
        if let fewest { conditions.append(.isAmong(fewest)) }
        let trash = EntryCondition.equal(\Entry.isTrashed, trashed)
        // The index of notebooks is narrower than that of the trash.
        let usesTrashIndex = usingTrashIndex && fewest == nil && notebook == nil
        conditions.append(usesTrashIndex ? trash : trash.withoutIndex)
        if let starred { conditions.append(.equal(\Entry.starred, starred)) }
        for tag in tags { conditions.append(tag.identifier.map { .has(tag: $0) } ?? .never) }
        for bound in lowerBounds {
            let since = Self.conditions(since: bound)
            conditions += order == .oldest ? since.map(\.withoutIndex) : since
        }
        for bound in upperBounds {
            let until = Self.conditions(until: bound)
            conditions += order == .newest ? until.map(\.withoutIndex) : until
        }
        return conditions + tests.map(\.condition)
    }

    static func conditions(since bound: Bound) -> [EntryCondition] {
        switch bound {
        case .instant(let date): return [.compare(\Entry.createdAt, .from, to: date)]
        case .day(let day, let utcStart):
            let earliest = utcStart.addingTimeInterval(-maximumUTCOffset)
            return [
                .compare(\Entry.createdAt, .from, to: earliest),
                .compare(\Entry.localDay, .from, to: day),
            ]
        }
    }

    static func conditions(until bound: Bound) -> [EntryCondition] {
        switch bound {
        case .instant(let date): return [.compare(\Entry.createdAt, .before, to: date)]
        case .day(let day, let utcStart):
            let latest = utcStart.addingTimeInterval(86_400 + maximumUTCOffset)
            return [
                .compare(\Entry.createdAt, .upTo, to: latest),
                .compare(\Entry.localDay, .upTo, to: day),
            ]
        }
    }
}

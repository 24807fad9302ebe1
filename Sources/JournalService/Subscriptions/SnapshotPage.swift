// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import JournalProtocol
internal import SwiftData

/// A page of the initial snapshot of a subscription.
///
/// The next page is read only after this one was sent, so a snapshot does not have to fit into
/// memory.
struct SnapshotPage: Sendable {
    /// The position at which a page begins.
    enum Position: Sendable, Equatable {
        case beginning
        case after(EntryListing.Position)
        /// The next entries that match the words.
        case matches(SnapshotMatches)
        /// The entries after one that match the words.
        case matchesAfter(PersistentIdentifier)
    }

    /// The maximum number of entries on a page.
    static let length = 128
    /// The maximum size of the entries on a page in bytes: they fit one notification, so that
    /// little is in memory for a subscriber that stops reading.
    static let byteCount = EncodedItem.maximumLength

    var items: [EncodedItem] = []
    /// The position at which the next page begins; nil on the last page.
    var next: Position?

    /// Reads a page, with the notebooks and tags that have the names of the filter now.
    static func read(
        from position: Position,
        for filter: SubscriptionFilter,
        in context: ReadContext
    ) throws -> SnapshotPage {
        var filter = filter
        try filter.selection.resolve(in: context.models)
        let scan = try TextScan(filter.words, selection: filter.selection, in: context)
        if filter.words != nil || scan != nil {
            return try matches(from: position, for: filter, scan: scan, in: context)
        }
        var names: [EncodedItem] = []
        var start: EntryListing.Position?
        switch position {
        case .beginning: if filter.isEverything { names = try self.names(in: context.models) }
        case .after(let position): start = position
        case .matches, .matchesAfter: break
        }
        let page = try PagedReply(
            after: start,
            limit: .init(
                count: length,
                byteCount: byteCount,
                // What does not fit the page is read again for the next one.
                batchLength: filter.include == .full ? 16 : length + 1
            ),
            fetch: { position, count in
                let listing = EntryListing(
                    filter.selection,
                    order: .oldest,
                    limit: count,
                    after: position
                )
                return try listing.fetch(in: context.models)
                    .marked(for: filter.include, in: context.models)
            },
            encode: { EncodedItem(ChangeItem(.create, $0, including: filter.include)) },
            byteCount: \.json.count,
            advance: { _, marked in EntryListing.Position(of: marked.entry) }
        )
        return SnapshotPage(items: names + page.items, next: page.next.map(Position.after))
    }

    /// Reads a page of the entries that match words, in no particular order.
    ///
    /// An entry that stopped matching since the snapshot began is omitted.
    private static func matches(
        from position: Position,
        for filter: SubscriptionFilter,
        scan: TextScan?,
        in context: ReadContext
    ) throws -> SnapshotPage {
        guard let matcher = try filter.matcher() else { return SnapshotPage() }
        var remaining = try remaining(from: position, for: filter, scan: scan, in: context)
        var page = SnapshotPage()
        let chunk = Array(remaining.identifiers.prefix(length))
        let entries = try EntrySelection.entries(chunk, in: context.models)
            .sorted { $0.persistentModelID < $1.persistentModelID }
        var size = 0
        // The last entry up to which everything is on the page; entries may have been deleted.
        var last = chunk.last
        var previous: PersistentIdentifier?
        for marked in try entries.marked(for: filter.include, in: context.models) {
            let attributes = FilterAttributes(of: marked.entry)
            guard filter.selection.takes(attributes), try matcher.matches(attributes)
            else { continue }
            let item = EncodedItem(ChangeItem(.create, marked, including: filter.include))
            size += item.json.count + 1
            if size > byteCount, let previous {
                last = previous
                break
            }
            page.items.append(item)
            previous = marked.entry.persistentModelID
        }
        if let last { remaining.removeFirst(through: last) }
        page.next =
            remaining.identifiers.isEmpty
            ? remaining.end.map(Position.matchesAfter) : .matches(remaining)
        return page
    }

    /// Returns the next entries that match words.
    private static func remaining(
        from position: Position,
        for filter: SubscriptionFilter,
        scan: TextScan?,
        in context: ReadContext
    ) throws -> SnapshotMatches {
        var start: PersistentIdentifier?
        switch position {
        case .matches(let matches): return matches
        case .matchesAfter(let last): start = last
        case .beginning, .after: break
        }
        if let scan {
            return SnapshotMatches(of: try scan.identifiers(in: context), after: start)
        }
        guard let words = filter.words else { return SnapshotMatches(of: []) }
        let search = SearchDescriptor<Entry>(words, filter: filter.selection.predicate)
        let found = try context.models.searchIdentifiers(search)
        return SnapshotMatches(of: found.lazy.map(\.identifier), after: start)
    }

    private static func names(in models: ModelContext) throws -> [EncodedItem] {
        func item(
            _ kind: ChangeItem.ObjectKind,
            id: String,
            revision: Int,
            name: String
        ) -> EncodedItem {
            EncodedItem(
                ChangeItem(
                    operation: .create,
                    kind: kind,
                    id: id,
                    revision: Int64(revision),
                    name: name
                )
            )
        }
        let notebooks = try models.fetch(FetchDescriptor<Notebook>())
            .map { item(.notebook, id: $0.uuid.text, revision: $0.revision, name: $0.name) }
        let tags = try models.fetch(FetchDescriptor<Tag>())
            .map { item(.tag, id: $0.uuid.text, revision: $0.revision, name: $0.name) }
        return notebooks + tags
    }
}

extension ChangeItem {
    /// Creates the change of an entry.
    init(_ operation: Operation, _ marked: MarkedEntry, including include: Include) {
        let entry = marked.entry
        self.init(
            operation: operation,
            kind: .entry,
            id: entry.uuid.text,
            revision: Int64(entry.revision),
            entry: marked.record(include)
        )
    }
}

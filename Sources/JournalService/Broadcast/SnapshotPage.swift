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
        /// The entries that matched the words when the snapshot began and were not sent yet.
        case matches(ArraySlice<PersistentIdentifier>)
    }

    /// The maximum number of entries on a page.
    static let length = 128

    var items: [EncodedItem] = []
    /// The position at which the next page begins; nil on the last page.
    var next: Position?

    /// Reads a page.
    static func read(
        from position: Position,
        for filter: SubscriptionFilter,
        in context: ReadContext
    ) throws -> SnapshotPage {
        if filter.words != nil { return try matches(from: position, for: filter, in: context) }
        var names: [EncodedItem] = []
        var start: EntryListing.Position?
        switch position {
        case .beginning: if filter.isEverything { names = try self.names(in: context.models) }
        case .after(let position): start = position
        case .matches: break
        }
        let page = try PagedReply(
            after: start,
            .init(count: length, batchLength: length + 1),
            fetch: { position, count in
                let listing = EntryListing(
                    filter.selection,
                    order: .oldest,
                    limit: count,
                    after: position
                )
                return try context.models.fetch(listing.descriptor)
            },
            encode: { EncodedItem(ChangeItem(.create, $0, filter.include)) },
            byteCount: \.json.count,
            advance: { _, entry in EntryListing.Position(of: entry) }
        )
        return SnapshotPage(items: names + page.items, next: page.next.map(Position.after))
    }

    /// Reads a page of the entries that match words, in no particular order.
    ///
    /// An entry that stopped matching since the snapshot began is omitted.
    private static func matches(
        from position: Position,
        for filter: SubscriptionFilter,
        in context: ReadContext
    ) throws -> SnapshotPage {
        guard let words = filter.words, let matcher = try filter.matcher() else {
            return SnapshotPage()
        }
        var remaining: ArraySlice<PersistentIdentifier>
        if case .matches(let identifiers) = position {
            remaining = identifiers
        } else {
            let search = SearchDescriptor<Entry>(words, filter: filter.selection.predicate)
            remaining = try context.models.searchIdentifiers(search).map(\.identifier)[...]
        }
        let entries = try EntrySelection.entries(
            Array(remaining.prefix(length)),
            in: context.models
        )
        remaining = remaining.dropFirst(length)
        let items = try entries.filter { entry in
            let attributes = FilterAttributes(of: entry)
            return try filter.selection.takes(attributes) && matcher.matches(attributes.text)
        }.map { EncodedItem(ChangeItem(.create, $0, filter.include)) }
        return SnapshotPage(items: items, next: remaining.isEmpty ? nil : .matches(remaining))
    }

    private static func names(in models: ModelContext) throws -> [EncodedItem] {
        func item(_ kind: ChangeItem.ObjectKind, _ id: String, _ revision: Int, _ name: String)
            -> EncodedItem
        {
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
            .map { item(.notebook, $0.uuid.text, $0.revision, $0.name) }
        let tags = try models.fetch(FetchDescriptor<Tag>())
            .map { item(.tag, $0.uuid.text, $0.revision, $0.name) }
        return notebooks + tags
    }
}

extension ChangeItem {
    /// Creates the change of an entry.
    init(_ operation: Operation, _ entry: Entry, _ include: Include) {
        self.init(
            operation: operation,
            kind: .entry,
            id: entry.uuid.text,
            revision: Int64(entry.revision),
            entry: entry.record(include)
        )
    }
}

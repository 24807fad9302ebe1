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
        var names: [EncodedItem] = []
        var start: EntryListing.Position?
        switch position {
        case .beginning: if filter.isEverything { names = try self.names(in: context.models) }
        case .after(let position): start = position
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

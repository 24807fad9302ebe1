// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import JournalProtocol
internal import SwiftData

/// A part of what a subscription that asked for a snapshot is told before any change.
///
/// The next part is read when the peer has taken this one: a journal need not fit into memory.
struct SnapshotPiece: Sendable {
    /// Where a part begins.
    enum Place: Sendable {
        case beginning
        case after(EntryListing.Place)
    }

    /// How many entries are read at once.
    static let length = 128

    var items: [EncodedItem] = []
    /// Where the next part begins; nil after the last one.
    var next: Place?

    /// Reads a part.
    static func read(
        from place: Place,
        for interest: Subscription.Interest,
        from desk: ReadDesk
    ) throws -> SnapshotPiece {
        var piece = SnapshotPiece()
        var listing = EntryListing(interest.selection, order: .oldest, limit: length)
        switch place {
        case .beginning: if interest.isEverything { piece.items = try names(in: desk.context) }
        case .after(let last): listing.after = last
        }
        let entries = try desk.context.fetch(listing.descriptor)
        piece.items += entries.map { EncodedItem(ChangeItem(.create, $0, interest.include)) }
        if entries.count == length, let last = entries.last {
            piece.next = .after(EntryListing.Place(of: last))
        }
        return piece
    }

    private static func names(in context: ModelContext) throws -> [EncodedItem] {
        func item(_ kind: ChangeItem.Kind, _ id: String, _ revision: Int, _ name: String)
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
        let notebooks = try context.fetch(FetchDescriptor<Notebook>())
            .map { item(.notebook, $0.uuid.text, $0.revision, $0.name) }
        let tags = try context.fetch(FetchDescriptor<Tag>())
            .map { item(.tag, $0.uuid.text, $0.revision, $0.name) }
        return notebooks + tags
    }
}

extension ChangeItem {
    /// An entry that a subscription sees.
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

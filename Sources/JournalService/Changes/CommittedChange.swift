// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import Synchronization

/// The change of one model in a commit.
///
/// This is a class so that subscriptions that send the same form share the encoded bytes.
final class CommittedChange: Sendable {
    let operation: ChangeItem.Operation
    let kind: ChangeItem.ObjectKind
    let id: String
    let revision: Int64
    /// The name of a notebook or a tag.
    let name: String?
    /// The key of the name of a notebook or a tag.
    let key: String?
    /// The key of the previous name of a renamed notebook or tag.
    let formerKey: String?
    /// The attributes of the entry before the change; nil for a new entry.
    let before: FilterAttributes?
    /// The attributes of the entry after the change.
    let after: FilterAttributes?
    /// The entry with its whole text; its last state if it was deleted.
    let record: EntryRecord?
    private let encoded = Mutex<[Form: EncodedItem]>([:])
    private let encodedRow = Mutex<ListRow?>(nil)

    /// The form in which a subscription reports a change.
    private struct Form: Hashable {
        let operation: ChangeItem.Operation
        let include: Include
    }

    /// Creates a change of any kind.
    init(
        _ operation: ChangeItem.Operation,
        _ kind: ChangeItem.ObjectKind,
        _ uuid: UUID,
        _ revision: Int,
        name: String? = nil,
        key: String? = nil,
        formerKey: String? = nil,
        before: FilterAttributes? = nil,
        after: FilterAttributes? = nil,
        record: EntryRecord? = nil
    ) {
        self.operation = operation
        self.kind = kind
        id = uuid.text
        self.revision = Int64(revision)
        self.name = name
        self.key = key
        self.formerKey = formerKey
        self.before = before
        self.after = after
        self.record = record
    }

    /// Creates the change of an entry.
    convenience init(
        _ operation: ChangeItem.Operation,
        _ marked: MarkedEntry,
        before: FilterAttributes?
    ) {
        let entry = marked.entry
        self.init(
            operation,
            .entry,
            entry.uuid,
            entry.revision,
            before: before,
            after: FilterAttributes(of: entry),
            record: marked.record
        )
    }

    /// Creates the deletion of an entry.
    convenience init(deleting marked: MarkedEntry, revision: Int) {
        let entry = marked.entry
        self.init(
            .delete,
            .entry,
            entry.uuid,
            revision,
            before: FilterAttributes(of: entry),
            record: marked.record
        )
    }

    /// Creates the change of a notebook; `formerKey` is the key before a rename.
    convenience init(
        _ operation: ChangeItem.Operation,
        _ notebook: Notebook,
        formerKey: String? = nil
    ) {
        self.init(
            operation,
            .notebook,
            notebook.uuid,
            notebook.revision,
            name: notebook.readableName,
            key: notebook.key,
            formerKey: formerKey
        )
    }

    /// Creates the change of a tag; `formerKey` is the key before a rename.
    convenience init(_ operation: ChangeItem.Operation, _ tag: Tag, formerKey: String? = nil) {
        self.init(
            operation,
            .tag,
            tag.uuid,
            tag.revision,
            name: tag.readableName,
            key: tag.key,
            formerKey: formerKey
        )
    }
}

extension CommittedChange {
    /// Returns the entry after the change as a row of a live list, encoded once for all lists.
    func row(_ include: Include) -> ListRow? {
        guard let record, after != nil else { return nil }
        guard include != .ids else { return ListRow(record, including: include) }
        if let known = encodedRow.withLock({ $0 }) { return known }
        let row = ListRow(record, including: include)
        encodedRow.withLock { $0 = row }
        return row
    }

    /// Returns the change as an operation, encoded once for all subscriptions.
    func item(_ operation: ChangeItem.Operation, including include: Include) -> EncodedItem {
        let form = Form(operation: operation, include: include)
        if let known = encoded.withLock({ $0[form] }) { return known }
        let item = EncodedItem(
            ChangeItem(
                operation: operation,
                kind: kind,
                id: id,
                revision: revision,
                name: name,
                entry: record?.included(include)
            )
        )
        encoded.withLock { $0[form] = item }
        return item
    }
}

/// A commit with all its changes.
struct Commit: Sendable {
    let revision: Int64
    let changes: [CommittedChange]
    /// The number of the connection that requested it; nil for the daemon itself.
    var origin: Int?
}

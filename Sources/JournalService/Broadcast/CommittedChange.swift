// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol

/// What one commit did to one thing.
struct CommittedChange: Sendable {
    let operation: ChangeItem.Operation
    let kind: ChangeItem.Kind
    let id: String
    let revision: Int64
    /// The name of a notebook or a tag.
    var name: String?
    /// The key of the name that a notebook or a tag had, when it got another one.
    var formerKey: String?
    /// The key of the name of a notebook or a tag.
    var key: String?
    /// What the entry was; nil for a new one.
    var before: EntryFacets?
    /// What the entry is.
    var after: EntryFacets?
    /// The entry with its whole text.
    var record: EntryRecord?

    /// A change of an entry.
    init(_ operation: ChangeItem.Operation, _ entry: Entry, before: EntryFacets?) {
        self.operation = operation
        kind = .entry
        id = entry.uuid.text
        revision = Int64(entry.revision)
        self.before = before
        after = EntryFacets(of: entry)
        record = EntryRecord(entry)
    }

    /// The end of an entry, about to be deleted for good.
    init(deleting entry: Entry, revision: Int) {
        self.init(.delete, .entry, entry.uuid, revision, name: nil)
        before = EntryFacets(of: entry)
    }

    /// A change of a notebook, and the key it had before if it was renamed.
    init(_ operation: ChangeItem.Operation, _ notebook: Notebook, formerKey: String? = nil) {
        self.init(operation, .notebook, notebook.uuid, notebook.revision, name: notebook.name)
        key = notebook.key
        self.formerKey = formerKey
    }

    /// A change of a tag, and the key it had before if it was renamed.
    init(_ operation: ChangeItem.Operation, _ tag: Tag, formerKey: String? = nil) {
        self.init(operation, .tag, tag.uuid, tag.revision, name: tag.name)
        key = tag.key
        self.formerKey = formerKey
    }

    /// A change of a notebook or a tag.
    init(
        _ operation: ChangeItem.Operation,
        _ kind: ChangeItem.Kind,
        _ uuid: UUID,
        _ revision: Int,
        name: String?
    ) {
        self.operation = operation
        self.kind = kind
        id = uuid.text
        self.revision = Int64(revision)
        self.name = operation == .delete ? nil : name
    }
}

/// What one commit did, whole.
struct Commit: Sendable {
    let revision: Int64
    let changes: [CommittedChange]
}

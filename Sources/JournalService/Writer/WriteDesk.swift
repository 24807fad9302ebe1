// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

/// What a method that writes works with: the context, the names it knows, and the next revision.
///
/// It belongs to the writer; one command at a time uses it.
final class WriteDesk {
    let context: ModelContext
    let epoch: String
    /// The number that the running command's commit will have.
    private(set) var revision: Int64 = 0
    /// Whether to look for an entry of the same id before one is made.
    ///
    /// Nearly always there is none, and the store itself refuses a second one. So the question is
    /// asked only after it did, and in a batch, which must not be run twice for it.
    var isCareful = false
    /// What the running command changed, for subscriptions; kept only while there are any.
    private(set) var changes: [CommittedChange] = []
    private(set) var hasChanged = false
    /// The instant at which the running command was begun.
    private(set) var now = Date()

    /// How many notebooks, and how many tags, are remembered between commands.
    private static let maximumNameCount = 1024

    private var lastRevision: Int64
    private var committedRevision: Int64
    private var isObserved = false
    private var notebooks: [String: Notebook] = [:]
    private var tags: [String: Tag] = [:]
    private var hasNewNames = false
    private var createdInBatch: Set<UUID> = []
    private let clock: () -> Date

    init(_ context: ModelContext, epoch: String, revision: Int64, clock: @escaping () -> Date) {
        self.context = context
        self.epoch = epoch
        self.clock = clock
        lastRevision = revision
        committedRevision = revision
    }

    /// Where the history stands once the running command is committed.
    var cursor: Cursor { Cursor(epoch: epoch, revision: hasChanged ? revision : lastRevision) }

    /// The number of the last commit that is on disk.
    var head: Int64 { committedRevision }

    // MARK: The writer's side

    /// Begins a command.
    func begin(isCareful: Bool, isObserved: Bool) {
        revision = lastRevision + 1
        // To the millisecond, as it travels.
        now = Date(milliseconds: clock().milliseconds)
        self.isCareful = isCareful
        self.isObserved = isObserved
        hasChanged = false
        changes = []
        createdInBatch = []
    }

    /// Saves what the command changed.
    ///
    /// - Throws: What saving throws; and when the commit would get another number than the models
    ///   were told, which nothing but a fault of ours can cause.
    func save() throws {
        try context.save()
        guard hasChanged else { return }
        guard context.lastTransaction == revision else {
            let number = context.lastTransaction ?? 0
            throw ProtocolError(.internal, "commit \(revision) became number \(number)")
        }
    }

    /// The command was saved inside the open transaction.
    func commandSucceeded() {
        if hasChanged { lastRevision = revision }
    }

    /// The command was undone.
    func commandFailed() {
        if hasNewNames { forgetNames() }
    }

    /// The transaction is on disk.
    func committed() {
        committedRevision = lastRevision
        // A notebook made by this context would collect every entry put into it from now on; one that
        // is fetched does not.
        if hasNewNames { forgetNames() }
    }

    /// Nothing of the transaction was kept.
    func rolledBack() {
        lastRevision = committedRevision
        forgetNames()
    }

    private func forgetNames() {
        notebooks = [:]
        tags = [:]
        hasNewNames = false
    }
}

// MARK: - The methods' side

extension WriteDesk {
    /// The revision, as models keep it.
    var modelRevision: Int { Int(revision) }

    /// Says that the command changes something; every model it changes gets `modelRevision`.
    func touch() { hasChanged = true }

    /// Tells subscriptions what the command did.
    func note(_ change: @autoclosure () -> CommittedChange) {
        hasChanged = true
        if isObserved { changes.append(change()) }
    }

    /// What an entry is before it is changed; nil when nobody is there to be told.
    func facets(of entry: Entry) -> FilterAttributes? {
        isObserved ? FilterAttributes(of: entry) : nil
    }

    /// The entry that a reference means.
    func entry(_ reference: EntryReference) throws -> Entry {
        guard let lookup = EntryLookup(reference.text) else {
            throw JournalError(.entryNotFound, "there is no entry \(reference)")
        }
        return try lookup.entry(in: context)
    }

    /// The entry of a whole id, if there is one.
    func entry(uuid: UUID) throws -> Entry? {
        var descriptor = FetchDescriptor<Entry>(predicate: #Predicate { $0.uuid == uuid })
        descriptor.fetchLimit = 1
        // Laying the unsaved rows of a batch over the stored ones, for each of its calls, would take
        // ever longer.
        descriptor.includePendingChanges = createdInBatch.contains(uuid)
        return try context.fetch(descriptor).first
    }

    /// Adds a new entry to the journal.
    func insert(_ entry: Entry) {
        context.insert(entry)
        if isCareful { createdInBatch.insert(entry.uuid) }
    }

    /// The notebook of a name or an id.
    func notebook(_ nameOrID: String) throws -> Notebook {
        if let known = try findNotebook(nameOrID) { return known }
        throw JournalError(.notebookNotFound, "there is no notebook \"\(nameOrID)\"")
    }

    /// The notebook of a name, made if there is none and it may be.
    func notebook(_ nameOrID: String, orMake: Bool) throws -> Notebook {
        if let known = try findNotebook(nameOrID) { return known }
        guard orMake else {
            throw JournalError(.notebookNotFound, "there is no notebook \"\(nameOrID)\"")
        }
        return makeNotebook(try Name(nameOrID, .notebook))
    }

    /// The notebook of a name or an id, or nil.
    func findNotebook(_ nameOrID: String) throws -> Notebook? {
        // As it was written: working out the key of a name costs more than it saves.
        if let known = notebooks[nameOrID] { return known }
        guard let found = try NameLookup.notebook(nameOrID, in: context) else { return nil }
        if notebooks.count >= Self.maximumNameCount { notebooks = [:] }
        notebooks[nameOrID] = found
        return found
    }

    /// Makes a notebook of a name that none has.
    func makeNotebook(_ name: Name) -> Notebook {
        let notebook = Notebook(uuid: UUID(), name: name, revision: modelRevision)
        context.insert(notebook)
        notebooks[name.text] = notebook
        hasNewNames = true
        note(CommittedChange(.create, notebook))
        return notebook
    }

    /// The tags of some names, made as needed.
    func tags(_ names: [String]) throws -> [Tag] {
        try EntryRules.check(tags: names).map { name in
            if let known = tags[name.key] { return known }
            if let found = try NameLookup.tag(name.text, in: context) {
                if tags.count >= Self.maximumNameCount { tags = [:] }
                tags[name.key] = found
                return found
            }
            let tag = Tag(uuid: UUID(), name: name, revision: modelRevision)
            context.insert(tag)
            tags[name.key] = tag
            hasNewNames = true
            note(CommittedChange(.create, tag))
            return tag
        }
    }

    /// Forgets names after the running command, because it changed some.
    func namesChange() { hasNewNames = true }
}

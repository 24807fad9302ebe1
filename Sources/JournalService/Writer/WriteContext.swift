// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

/// The context of a method that writes: the models, the cached names and the next revision.
///
/// It belongs to the writer; one command at a time uses it.
final class WriteContext {
    /// The state of the running command.
    private struct Command {
        /// The number that its commit will have.
        var revision: Int64
        /// The instant at which it began, with the precision of the protocol: milliseconds.
        var now: Date
        var mode = Mode.optimistic
        var isObserved = false
        var hasChanged = false
        var changes: [CommittedChange] = []
        var createdIDs: Set<UUID> = []
        /// Ids that no entry in the store has.
        var unusedIDs: Set<UUID> = []
        /// The changes for a step; nil if the command belongs to none.
        var recorder: StepRecorder?
    }

    /// The assumptions under which a command is executed.
    enum Mode {
        /// Assumes that the id of a new entry is not taken. The store rejects it if it is.
        case optimistic
        /// Looks up an entry with the same id before it creates one: in a batch, and after the
        /// store rejected an id.
        case careful
        /// Like `careful`, for a command that is known to have no net effect.
        case unchanging
    }

    /// The maximum number of entries that a long write changes in one transaction, which takes
    /// about 20 ms.
    private static let maximumStepLength = 64

    let models: ModelContext
    let epoch: String
    /// Whether the command is a batch, which is executed in one transaction.
    var isBatch = false
    /// Receives the progress of a transaction; nil if nothing expects it.
    var heartbeat: Heartbeat?
    private let clock: () -> Date
    private var names = NameCache()
    private var lastRevision: Int64
    private var committedRevision: Int64
    private var command: Command
    /// Whether an entry of the store has a conflict; nil if that is not known.
    private var hasConflicts: Bool?

    init(_ models: ModelContext, epoch: String, revision: Int64, clock: @escaping () -> Date) {
        self.models = models
        self.epoch = epoch
        self.clock = clock
        lastRevision = revision
        committedRevision = revision
        command = Command(revision: revision, now: clock())
    }
}

// MARK: - For the writer

extension WriteContext {
    /// The number of the last commit that is on disk.
    var head: Int64 { committedRevision }
    /// Whether the command changed something.
    var hasChanged: Bool { command.hasChanged }
    /// The changes of the command; empty without subscriptions.
    var changes: [CommittedChange] { command.changes }

    /// Begins a command.
    func begin(_ mode: Mode, isObserved: Bool) {
        command = Command(
            revision: mode == .unchanging ? lastRevision : lastRevision + 1,
            now: Date(milliseconds: clock().milliseconds),
            mode: mode,
            isObserved: isObserved
        )
        isBatch = false
        models.author = nil
    }

    /// Records that the command is part of the open transaction.
    func commandSucceeded() {
        if command.hasChanged { lastRevision = command.revision }
    }

    /// Records that the command was undone.
    func commandFailed() { names.transactionEnded() }

    /// Records that the transaction is on disk.
    func committed() {
        committedRevision = lastRevision
        names.transactionEnded()
    }

    /// Records that something else has written to the store, up to a commit.
    func otherCommitted(upTo revision: Int64) {
        if revision != committedRevision { hasConflicts = nil }
        lastRevision = revision
        committedRevision = revision
        names.removeAll()
    }

    /// Records that the transaction was undone.
    func rolledBack() {
        lastRevision = committedRevision
        names.removeAll()
    }
}

// MARK: - For methods

extension WriteContext {
    /// The author of the deletions of purges in the history.
    static let purgeAuthor = "purge"

    /// The number that the command's commit will have.
    var revision: Int64 { command.revision }
    /// The revision in the type of the models.
    var modelRevision: Int { Int(command.revision) }
    /// The instant at which the command began.
    var now: Date { command.now }
    /// The position in the history once the command is committed.
    var cursor: Cursor {
        Cursor(epoch: epoch, revision: command.hasChanged ? command.revision : lastRevision)
    }
    /// Whether to look up an entry with the same id before one is created.
    ///
    /// A duplicate is rare, and the store rejects it. So the lookup is made only after a rejection,
    /// and in a batch, which is never executed twice.
    private var isCareful: Bool { isBatch || command.mode != .optimistic }

    /// The maximum number of entries that one step of a long write changes.
    ///
    /// A batch is one transaction, so its writes have one step each.
    var stepLength: Int { isBatch ? Int.max - 1 : Self.maximumStepLength }

    /// Records that the command changes something; each changed model is assigned `modelRevision`.
    func touch() { command.hasChanged = true }

    /// Records a change for subscriptions.
    func note(_ change: @autoclosure () -> CommittedChange) {
        command.hasChanged = true
        if command.isObserved { command.changes.append(change()) }
    }

    /// Returns the attributes of an entry before it is changed; nil without subscriptions.
    func filterAttributes(of entry: Entry) -> FilterAttributes? {
        command.isObserved ? FilterAttributes(of: entry) : nil
    }

    /// Records the update of an entry for subscriptions, with its attributes before.
    func noteUpdate(of entry: Entry, before: FilterAttributes?) {
        note(CommittedChange(.update, marked(entry), before: before))
    }

    /// Returns an entry with the number of its conflicts.
    ///
    /// Only synchronization adds conflicts, so that a journal without any is searched once.
    func marked(_ entry: Entry) -> MarkedEntry {
        do {
            let isMarked = try hasConflicts ?? ConflictListing.hasConflicts(in: models)
            hasConflicts = isMarked
            if isMarked { return try entry.marked(in: models) }
        } catch {
            // The commit reports that the store cannot be read.
        }
        return MarkedEntry(entry: entry, conflicts: 0)
    }

    /// Returns as much of an entry as `include` requests; nil if only its id is requested.
    func record(of entry: Entry, including include: Include) -> EntryRecord? {
        include == .ids ? nil : marked(entry).record(include)
    }

    /// Records the changes of the command for a step, from now on.
    func begin(_ recorder: StepRecorder) {
        command.recorder = recorder
        models.author = recorder.client
    }

    /// Records that the command erases what it deletes, which synchronized machines do as well.
    func notePurge() { models.author = Self.purgeAuthor }

    /// Adds the changes for the step to the transaction.
    func saveStep() throws { try command.recorder?.save(in: self) }

    /// The step to which the command belongs, with the changes so far; nil without one.
    var step: StepRecorder? { command.recorder }

    /// Records the change of an entry for the step, if any.
    func record(_ change: @autoclosure () -> StepChange) {
        command.recorder?.content.changes.append(change())
    }

    /// Records a new name for the step, if any.
    func record(_ renaming: @autoclosure () -> StepContent.Renaming) {
        command.recorder?.content.renamings.append(renaming())
    }

    /// Records that the step, if any, cannot be undone.
    func record(_ obstacle: @autoclosure () -> StepContent.Obstacle) {
        command.recorder?.content.add(obstacle())
    }

    /// Records that the command attached a file to an entry.
    ///
    /// An entry that the same step has created is moved to the trash with its files.
    func recordAttachment(to entry: Entry, before: Int) throws {
        guard let recorder = command.recorder else { return }
        let change = StepChange(.attach, of: entry.uuid, before: before, content: before)
        let known = try StepContents(models).change(of: entry.uuid, at: before, in: recorder.step)
        if known?.action == .create || known?.action == .attach {
            record(change)
            command.recorder?.isIncidental = true
        } else {
            record(StepContent.Obstacle(.attach))
        }
    }

    /// Returns the entry that a reference identifies.
    func entry(_ reference: EntryReference) throws -> Entry {
        guard let lookup = EntryLookup(reference.text) else {
            throw JournalError(.entryNotFound, "entry \(reference) does not exist")
        }
        // Merging the unsaved rows of a batch for each of its calls would be quadratic.
        return try lookup.entry(
            in: models,
            includingUnsaved: lookup.canMatch(command.createdIDs)
        )
    }

    /// Returns the entry of a complete id, or nil.
    func entry(uuid: UUID) throws -> Entry? {
        var descriptor = FetchDescriptor<Entry>(predicate: #Predicate { $0.uuid == uuid })
        descriptor.fetchLimit = 1
        // Merging the unsaved rows of a batch for each of its calls would be quadratic.
        descriptor.includePendingChanges = command.createdIDs.contains(uuid)
        return try models.fetch(descriptor).first
    }

    /// Looks up the ids of entries that will be created, which is faster than a lookup of each.
    func lookUp(_ ids: [UUID]) throws {
        command.unusedIDs = try Set(ids).subtracting(EntryLookup.existing(ids, in: models))
    }

    /// Returns the entry with the id of one that will be created, or nil.
    ///
    /// The result is also nil for an id that the store is left to reject.
    func entryBeforeCreation(uuid: UUID) throws -> Entry? {
        let isUnused =
            command.unusedIDs.contains(uuid) && !command.createdIDs.contains(uuid)
        return isCareful && !isUnused ? try entry(uuid: uuid) : nil
    }

    /// Adds a new entry to the journal.
    func insert(_ entry: Entry) {
        models.insert(entry)
        if isCareful { command.createdIDs.insert(entry.uuid) }
    }

    /// Returns the notebook of a name or an id.
    func notebook(_ nameOrID: String) throws -> Notebook {
        if let known = try findNotebook(nameOrID) { return known }
        throw JournalError(.notebookNotFound, "notebook \"\(nameOrID)\" does not exist")
    }

    /// Returns the notebook of a name or an id; creates one of that name if `canCreate` is true.
    func notebook(_ nameOrID: String, canCreate: Bool) throws -> Notebook {
        if let known = try findNotebook(nameOrID) { return known }
        guard canCreate else {
            throw JournalError(.notebookNotFound, "notebook \"\(nameOrID)\" does not exist")
        }
        return try createNotebook(try Name(nameOrID, .notebook))
    }

    private func findNotebook(_ nameOrID: String) throws -> Notebook? {
        // By the name as it was sent: computing its key costs more than a cache saves.
        if let known = names.notebook(nameOrID) { return known }
        guard let found = try NameLookup.notebook(nameOrID, in: models) else { return nil }
        names.add(found, nameOrID)
        return found
    }

    /// Creates a notebook; its name must not be taken.
    func createNotebook(_ name: Name) throws -> Notebook {
        let isDefault = name.key == NotebookRecord.defaultName
        let identity = isDefault ? Notebook.defaultIdentity : UUID(of: name, .notebook)
        let uuid = try newIdentity(identity) {
            try NameLookup.notebook(uuid: $0, in: models) != nil
        }
        let notebook = Notebook(uuid: uuid, name: name, revision: modelRevision)
        models.insert(notebook)
        names.addNew(notebook)
        note(CommittedChange(.create, notebook))
        return notebook
    }

    /// Returns the identity of a name, if a row can have it, or a random one.
    ///
    /// Other machines may know that a row with this identity was deleted.
    private func newIdentity(_ uuid: UUID, isTaken: (UUID) throws -> Bool) throws -> UUID {
        try models.isCaptured || isTaken(uuid) ? .random() : uuid
    }

    /// Returns the tags of some names, creating those that do not exist.
    func tags(_ names: [String]) throws -> [Tag] {
        try EntryRules.check(tags: names).map { name in
            if let known = self.names.tag(key: name.key) { return known }
            if let found = try NameLookup.tag(name.text, in: models) {
                self.names.add(found)
                return found
            }
            let uuid = try newIdentity(UUID(of: name, .tag)) {
                try NameLookup.tag(uuid: $0, in: models) != nil
            }
            let tag = Tag(uuid: uuid, name: name, revision: modelRevision)
            models.insert(tag)
            self.names.addNew(tag)
            note(CommittedChange(.create, tag))
            return tag
        }
    }

    /// Returns the tag of a name.
    func tag(_ name: String) throws -> Tag {
        if let found = try NameLookup.tag(name, in: models) { return found }
        throw JournalError(.tagNotFound, "tag \"\(name)\" does not exist")
    }

    /// Discards cached names, because the command renames or deletes a notebook or a tag.
    func namesChange() { names.invalidate() }
}

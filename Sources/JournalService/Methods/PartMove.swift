// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

/// The state of a part after an attempt to move it.
struct PartState {
    /// Whether all of its changes were tried.
    let isDone: Bool
    /// Whether it has none any more.
    let isEmpty: Bool
    /// The number of changes that were moved.
    let moved: Int
    /// The number of changes of entries that were left as they are, which are at its end.
    let kept: Int
}

/// Undoes or redoes parts of a step in one transaction.
struct PartMove {
    /// The changes that were made, and those that were left as they are.
    struct Outcome {
        var changes: [StepMoved.Change] = []
        var renamings: [NameChange] = []
        var failures: [StepMoved.Failure] = []
    }

    /// A change that is left as it is.
    private struct Refusal: Error {
        let kind: ErrorKind
        let message: String
        /// Whether the change can never be made, so that it is removed from its step.
        var isFinal = false
    }

    /// The length of the text that is restored in one transaction, in bytes.
    private static let textLimit = 4 << 20
    /// The maximum number of entries in the trash in which a tag is replaced.
    private static let replacedTagLimit = 500

    private let context: WriteContext
    private let direction: StepDirection
    private let contents: StepContents
    /// The contents of entries that this transaction has changed.
    private var ownContents: [UUID: Int] = [:]
    private var room: Int
    private var textRoom = Self.textLimit
    private(set) var outcome = Outcome()
    /// Whether a change was removed from a part.
    private(set) var hasMoved = false

    init(_ context: WriteContext, direction: StepDirection, limit: Int) {
        self.context = context
        self.direction = direction
        contents = StepContents(context.models)
        room = limit
    }

    /// Whether the transaction can have further changes.
    var hasRoom: Bool { room > 0 && textRoom > 0 }

    /// Moves the changes of a part, the last one first, and keeps in it those that are left.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - skipped: The number of changes at its end that were left as they are before; nil if
    ///     nothing of the part was tried yet.
    /// - Returns: The state of the part.
    /// - Throws: `StoreError` if the store cannot be read.
    mutating func run(_ part: StepPart, skipping skipped: Int?) throws -> PartState {
        var content = part.decoded
        let total = content.count
        var kept = Array(content.changes.suffix(skipped ?? 0))
        content.changes.removeLast(kept.count)
        if skipped == nil { try moveNames(&content) }
        let entries = try entries(of: content.changes.suffix(max(room, 0)))
        while hasRoom, let change = content.changes.last {
            content.changes.removeLast()
            room -= 1
            do {
                try move(change, of: entries[change.entry], in: part, earlier: content.changes)
            } catch let refusal as Refusal {
                if !refusal.isFinal { kept.insert(change, at: 0) }
                fail(change.entry, because: refusal)
            }
        }
        let isDone = content.changes.isEmpty
        content.changes += kept
        let moved = total - content.count
        if moved > 0 {
            hasMoved = true
            part.content = content.data
        }
        return PartState(
            isDone: isDone,
            isEmpty: content.count == 0,
            moved: moved,
            kept: kept.count
        )
    }

    /// Moves the new names of a part, and keeps in it those that are left as they are.
    private mutating func moveNames(_ content: inout StepContent) throws {
        var kept: [StepContent.Renaming] = []
        while let renaming = content.renamings.popLast() {
            room -= 1
            do {
                try move(renaming)
            } catch let refusal as Refusal {
                if !refusal.isFinal { kept.insert(renaming, at: 0) }
                fail(renaming.uuid, because: refusal)
            }
        }
        content.renamings = kept
    }

    private mutating func fail(_ id: UUID, because refusal: Refusal) {
        let failure = StepMoved.Failure(
            id: EntryID(id),
            kind: refusal.kind,
            message: refusal.message
        )
        outcome.failures.append(failure)
    }

    /// Fetches the entries of changes at once.
    private func entries(of changes: some Sequence<StepChange>) throws -> [UUID: Entry] {
        let ids = Array(Set(changes.map(\.entry)))
        guard !ids.isEmpty else { return [:] }
        var descriptor = FetchDescriptor<Entry>(predicate: #Predicate { ids.contains($0.uuid) })
        // The identity never changes, and merging unsaved rows for each part would be quadratic.
        descriptor.includePendingChanges = false
        let entries = try context.models.fetch(descriptor).map { ($0.uuid, $0) }
        return Dictionary(entries) { first, _ in first }
    }
}

// MARK: - Entries

extension PartMove {
    /// Gives an entry the content that it had before a change.
    private mutating func move(
        _ change: StepChange,
        of entry: Entry?,
        in part: StepPart,
        earlier: [StepChange]
    ) throws {
        let id = EntryID(change.entry)
        guard let entry, !entry.isDeleted else {
            throw Refusal(
                kind: .entryNotFound,
                message: "entry \(id) was deleted permanently",
                isFinal: true
            )
        }
        let content =
            try ownContents[change.entry]
            ?? contents.content(of: change.entry, at: entry.revision)
        guard content == change.content ?? part.revision else {
            throw Refusal(
                kind: .conflict,
                message: "entry \(id) was changed since, and was left as it is"
            )
        }
        let target = try self.content(before: change, in: part, earlier: earlier)
        let contentMove = ContentMove(before: content, after: target)
        let effect: StepMoved.Change.Effect
        switch change.action {
        case .create, .restore:
            effect = .trashed
            if entry.trashedAt == nil { context.trash(entry, moving: contentMove) }
        case .trash:
            effect = .restored
            if entry.trashedAt != nil { context.restore(entry, moving: contentMove) }
        case .edit:
            effect = .updated
            try restore(change.former, of: entry, moving: contentMove)
        case .attach: return
        }
        ownContents[change.entry] = target
        outcome.changes.append(
            StepMoved.Change(id: id, revision: Int64(entry.revision), effect: effect)
        )
    }

    /// Returns the revision that first had the content of an entry before a change.
    private func content(
        before change: StepChange,
        in part: StepPart,
        earlier: [StepChange]
    ) throws -> Int {
        // An entry can be changed twice in one commit.
        if change.before == part.revision {
            let other = earlier.last { $0.entry == change.entry }
            return other?.content ?? part.revision
        }
        return try contents.content(of: change.entry, at: change.before)
    }

    private mutating func restore(
        _ former: FormerValues,
        of entry: Entry,
        moving move: ContentMove
    ) throws {
        var edit = EntryEdit()
        if let text = former.text { edit.text = try earlierText(text, of: entry) }
        edit.starred = former.starred
        if let uuid = former.notebook {
            guard let notebook = try NameLookup.notebook(uuid: uuid, in: context.models) else {
                throw Refusal(
                    kind: .notebookNotFound,
                    message: "the former notebook of entry \(entry.entryID) does not exist any more"
                )
            }
            edit.notebook = notebook
        }
        edit.tags = try former.tags.map { tags in
            try tags.flatMap { tag in
                try NameLookup.tag(uuid: tag.uuid, in: context.models).map { [$0] }
                    ?? context.tags([tag.name])
            }
        }
        edit.moment = former.moment
        guard !context.apply(edit, to: entry, moving: move) else { return }
        // The entry has these values already, and now the revision that older changes expect.
        context.record(
            StepChange(.edit, of: entry.uuid, before: move.before, content: move.after)
        )
        entry.stamp(context)
    }

    /// Returns the text that an edit replaced; nil if the entry has the same one.
    private mutating func earlierText(_ uuid: UUID, of entry: Entry) throws -> String? {
        do {
            try entry.requireReadableText()
            guard
                let earlier = try VersionListing(of: entry).text(uuid, in: context.models)
            else {
                throw Refusal(
                    kind: .versionNotFound,
                    message: "the former text of entry \(entry.entryID) is not known"
                )
            }
            try earlier.requireReadableText()
            textRoom -= earlier.text.utf8.count
            return earlier.text.utf8.elementsEqual(entry.text.utf8) ? nil : earlier.text
        } catch let error as JournalError {
            throw Refusal(kind: .entryUnreadable, message: error.description)
        }
    }
}

// MARK: - Names

extension PartMove {
    /// Gives a notebook or a tag its previous name.
    private mutating func move(_ renaming: StepContent.Renaming) throws {
        do {
            switch renaming.kind {
            case .notebook: try renameNotebook(renaming)
            case .tag: try renameTag(renaming)
            }
        } catch let error as JournalError {
            let error = ProtocolError(describing: error)
            throw Refusal(kind: error.kind, message: error.message)
        }
        let kind: NameChange.Kind = renaming.kind == .notebook ? .notebook : .tag
        outcome.renamings.append(
            NameChange(
                kind,
                id: renaming.uuid.text,
                from: renaming.name,
                to: renaming.formerName
            )
        )
    }

    private func renameNotebook(_ renaming: StepContent.Renaming) throws {
        let notebook = try NameLookup.notebook(uuid: renaming.uuid, in: context.models)
        try require(renaming, named: notebook?.name)
        let call = NotebookRename(notebook: renaming.name, name: renaming.formerName)
        _ = try call.apply(in: context)
    }

    private func renameTag(_ renaming: StepContent.Renaming) throws {
        let tag = try NameLookup.tag(uuid: renaming.uuid, in: context.models)
        try require(renaming, named: tag?.name)
        if let tag, let other = try NameLookup.tag(renaming.formerName, in: context.models),
            other !== tag
        {
            try replaceUnused(other, by: tag)
        }
        _ = try TagRename(tag: renaming.name, name: renaming.formerName).run(in: context)
    }

    /// Deletes a tag that was created with the previous name in the meantime, unless entries
    /// outside of the trash have it.
    ///
    /// Entries in the trash keep the name.
    private func replaceUnused(_ other: Tag, by tag: Tag) throws {
        let limit = Self.replacedTagLimit
        let entries = try RelatedEntries.first(limit + 1, of: other, in: context.models)
        guard entries.count <= limit, entries.allSatisfy({ $0.trashedAt != nil }) else { return }
        for entry in entries { entry.replaceTag(other, by: tag) }
        context.deleteUnused(other)
    }

    /// Requires that the object still has the name that the step has given it.
    private func require(_ renaming: StepContent.Renaming, named name: String?) throws {
        guard name != renaming.name else { return }
        let kind = renaming.kind == .notebook ? "notebook" : "tag"
        let state = name.map { "is named \"\($0)\" now" } ?? "does not exist any more"
        throw Refusal(
            kind: .conflict,
            message: "the \(kind) \"\(renaming.name)\" \(state)",
            isFinal: name == nil
        )
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol

/// The work of `journal edit` with several entries: one text for all of them, a write for each.
package struct EntriesEditing {
    private let context: CommandContext
    private let client: JournalClient
    private var editing: EntryEditing

    /// Whether entries that are missing from the text are moved to the trash without a question.
    package var deletesMissing = false
    /// Whether words such as `#garden` become tags.
    package var hasTextTags = true
    /// Whether the text was saved by an earlier run, so that its entries are not known.
    package var isResumed = false

    private var written: [(entry: EntryWritten, verb: String)] = []
    private var failures: [ClientError] = []
    /// The blocks that were not written, and are in no other file.
    private var unwritten: [(block: EntryBuffer.Block, entry: EntryRecord?)] = []

    /// Creates an editing for a run.
    package init(_ context: CommandContext) throws(ClientError) {
        self.context = context
        client = try context.client
        editing = EntryEditing(client: client, stateDirectory: try context.stateDirectory())
        editing.notebookCreated = EntryWriter.announceNotebook
    }

    /// Opens entries in the editor and writes those that were changed.
    package mutating func edit(_ entries: [EntryRecord]) throws(ClientError) {
        let initial = EntryBuffer.text(of: entries)
        var source = TextSource(context: context, words: [])
        source.attributes = { [hasTextTags] in
            var attributes = DraftAttributes()
            attributes.textTags = hasTextTags ? nil : false
            return attributes
        }
        let text = try source.edit(draftName: "entries", initial: initial)
        try write(text, to: entries)
    }

    /// Writes the parts of a text that were changed; after a failure the text is in a file.
    ///
    /// - Parameters:
    ///   - text: The text with all entries.
    ///   - entries: The entries that were shown.
    /// - Throws: The failures as one; the other entries are written.
    package mutating func write(
        _ text: TextSource.Text,
        to entries: [EntryRecord]
    ) throws(ClientError) {
        var text = text
        var blocks: [(block: EntryBuffer.Block, entry: EntryRecord?)]
        let missing: [EntryRecord]
        do throws(ClientError) {
            guard !text.text.isBlank else {
                throw ClientError(.input, "the text is empty; nothing was written")
            }
            blocks = try resolved(EntryBuffer(text.text), against: entries)
            let present = Set(blocks.compactMap { $0.entry?.id })
            missing = try confirmed(entries.filter { !present.contains($0.id) })
        } catch {
            // Otherwise it could replace a newer text when it is used later.
            text.replace(EntryBuffer.addingRevisions(of: entries, to: text.text))
            throw text.kept(after: error, in: context, for: nil)
        }
        if blocks.contains(where: { $0.entry == nil && $0.block.newID == nil }) {
            for index in blocks.indices where blocks[index].entry == nil {
                blocks[index].block.newID = blocks[index].block.newID ?? .random()
            }
            // If this process is killed, the draft does not create them a second time.
            text.replace(EntryBuffer.text(of: blocks))
        }
        try Interruption.delayed { () throws(ClientError) in
            for (block, entry) in blocks {
                canContinue() ? write(block, to: entry) : unwritten.append((block, entry))
            }
            if canContinue() { delete(missing) }
        }
        if !unwritten.isEmpty { text.replace(EntryBuffer.text(of: unwritten)) }
        try finish(text)
    }

    /// Applies the same change to several entries.
    package mutating func apply(
        _ change: EntryUpdate,
        to entries: [EntryRecord]
    ) throws(ClientError) {
        try Interruption.delayed { () throws(ClientError) in
            defer { context.progress.end() }
            // The first write creates the notebook, if it does not exist.
            var rest = entries[...]
            if let first = rest.popFirst() { update(first, applying: change) }
            if !rest.isEmpty, canContinue() { rest = applyTogether(change, to: rest) }
            while !rest.isEmpty, canContinue() {
                update(rest.removeFirst(), applying: change)
                Self.showProgress(entries.count - rest.count, of: entries.count, in: context)
            }
        }
        try finish(nil)
    }

    /// Applies the same change to several entries, many in each transaction.
    ///
    /// - Returns: The entries that were not tried, or whose replies were lost.
    private mutating func applyTogether(
        _ change: EntryUpdate,
        to entries: ArraySlice<EntryRecord>
    ) -> ArraySlice<EntryRecord> {
        let count = entries.count + 1
        let calls = entries.map { entry in
            var change = adapted(change, to: entry)
            change.ifRevision = entry.revision
            return Batch.Call(change)
        }
        var batch = EntryBatch(client: client)
        batch.transactionEnded = { [context] range, _ in
            Self.showProgress(range.upperBound + 1, of: count, in: context)
        }
        for (offset, result) in batch.run(calls).enumerated() {
            switch result {
            case .success(let entry): written.append((entry, "changed"))
            case .failure(let error)
            where error.code == .refused && error.cause?.kind != .notebookNotFound:
                failures.append(error)
            // Also without the notebook, which the first write did not create after a failure.
            case .failure: return entries.dropFirst(offset)
            }
        }
        return []
    }

    private static func showProgress(_ done: Int, of count: Int, in context: CommandContext) {
        context.progress.update(count: done, verb: "changed", done: done, of: count)
    }

    /// Returns whether the next entry can be written; records an interruption as a failure.
    private mutating func canContinue() -> Bool {
        guard failures.last?.stopsAll != true else { return false }
        guard Interruption.isRequested else { return true }
        let count = written.count == 1 ? "1 entry was" : "\(written.count) entries were"
        failures.append(
            Interruption.error("\(count) changed").adding("To undo: journal undo")
        )
        return false
    }

    // MARK: Reading

    /// Returns the entries that the parts of the text belong to.
    private func resolved(
        _ buffer: EntryBuffer,
        against entries: [EntryRecord]
    ) throws(ClientError) -> [(block: EntryBuffer.Block, entry: EntryRecord?)] {
        var result: [(block: EntryBuffer.Block, entry: EntryRecord?)] = []
        for block in buffer.blocks {
            guard let reference = block.entry else {
                result.append((block, nil))
                continue
            }
            let entry = try entry(reference, of: block, among: entries)
            guard !result.contains(where: { $0.entry?.id == entry.id }) else {
                throw Self.invalid(block, "\(reference) is there twice; nothing was written")
            }
            guard block.revision != nil || !isResumed else {
                throw Self.invalid(
                    block,
                    "\(reference) has no revision, so that the text could replace a newer one; "
                        + "nothing was written",
                    advice: "To replace the current text, add r\(entry.revision) to the line."
                )
            }
            result.append((block, entry))
        }
        return result
    }

    /// Returns the entry that a part of the text names: one that was shown, or of an earlier run
    /// any.
    private func entry(
        _ reference: EntryReference,
        of block: EntryBuffer.Block,
        among entries: [EntryRecord]
    ) throws(ClientError) -> EntryRecord {
        let matches = entries.filter { $0.id.text.hasPrefix(reference.text) }
        guard matches.count <= 1 else {
            throw Self.invalid(block, "\(reference) is ambiguous; nothing was written")
        }
        if let shown = matches.first { return shown }
        guard isResumed else {
            throw Self.invalid(block, "\(reference) is none of the entries; nothing was written")
        }
        return try client.call(EntryGet(id: reference)).entry
    }

    private static func invalid(
        _ block: EntryBuffer.Block,
        _ problem: String,
        advice: String? = nil
    ) -> ClientError {
        ClientError(.input, "line \(block.line): \(problem)", advice: advice)
    }

    /// Returns the entries to delete: those that are missing, if this is intended.
    private func confirmed(_ missing: [EntryRecord]) throws(ClientError) -> [EntryRecord] {
        guard !missing.isEmpty else { return [] }
        let count = missing.count == 1 ? "1 entry" : "\(missing.count) entries"
        let text = EntryText(terminal: context.terminal.forMessages)
        let isConfirmed = try Confirmation(isGiven: deletesMissing, option: "--delete").ask(
            "Move \(count) to the trash that the text no longer contains?",
            details: missing.prefix(10).map { text.line($0) }
        )
        return isConfirmed ? missing : []
    }

    // MARK: Writing

    private mutating func write(_ block: EntryBuffer.Block, to entry: EntryRecord?) {
        guard var entry else { return create(block) }
        guard !block.text.utf8.elementsEqual(Editor.trimmed(entry.text).utf8) else { return }
        // A change since the text was shown is a conflict.
        if let revision = block.revision { entry.revision = revision }
        var change = EntryUpdate(id: EntryReference(entry.id), text: block.text)
        if hasTextTags {
            change.tags = TextTags.edited(entry.tags, from: entry.text, to: block.text)
        }
        if !update(entry, applying: change) { unwritten.append((block, entry)) }
    }

    /// Changes an entry; returns false if its text is in no file.
    @discardableResult
    private mutating func update(_ entry: EntryRecord, applying change: EntryUpdate) -> Bool {
        do throws(EntryEditing.Rejection) {
            let change = adapted(change, to: entry)
            let written = try editing.attempt(entry, applying: change, savesAll: false)
            self.written.append((written, "changed"))
            return true
        } catch {
            failures.append(error.error)
            return error.path != nil
        }
    }

    /// Returns a change of an entry, with the reply that the command prints.
    private func adapted(_ change: EntryUpdate, to entry: EntryRecord) -> EntryUpdate {
        var change = change
        change.id = EntryReference(entry.id)
        change.include = context.format == .text ? .summary : .full
        return change
    }

    private mutating func create(_ block: EntryBuffer.Block) {
        let call = EntryCreate(
            id: block.newID ?? .random(),
            text: block.text,
            notebook: context.settings.notebook,
            tags: hasTextTags ? TextTags(block.text).adding(to: []) : [],
            createdAt: LocalTime.now(),
            zone: LocalTime.zone(environment: context.environment),
            include: context.format == .text ? .ids : .full
        )
        do throws(ClientError) {
            var writer = try EntryWriter(context)
            writer.notebookCreated = editing.notebookCreated
            let written = try writer.attempt(call)
            self.written.append((written, "written"))
        } catch {
            var block = block
            // Another text was written with this id; this one remains an entry of its own.
            if error.cause?.kind == .entryExists { block.newID = nil }
            unwritten.append((block, nil))
            failures.append(error)
        }
    }

    private mutating func delete(_ entries: [EntryRecord]) {
        for result in EntryTrashing(client: client).delete(entries) {
            switch result {
            case .failure(let error): failures.append(error)
            case .success(let written): self.written.append((written, "moved to the trash"))
            }
        }
    }

    // MARK: Output

    /// Prints the entries that were written, and throws the failures.
    private func finish(_ text: TextSource.Text?) throws(ClientError) {
        for (entry, verb) in written {
            context.recordStored("entry \(entry.id) was \(verb)")
            if context.format != .json { context.show(entry.id.text, entry.json) }
        }
        if context.format == .json {
            context.output.line(["entries": .array(written.map(\.entry.json))])
        }
        guard var failure = failures.last else {
            text?.discardDraft()
            if written.isEmpty {
                StandardError.say("journal: the entries are unchanged; nothing was written")
            }
            return
        }
        try context.output.flush()
        if failures.count > 1, failure.code != .interrupted {
            failure.message = "\(failures.count) entries were not written"
            failure.advice = failures.map(\.description).joined(separator: "\n")
        }
        guard let text else { throw failure }
        if !unwritten.isEmpty { throw text.kept(after: failure, in: context, for: nil) }
        text.discardDraft()
        throw failure
    }
}

extension ClientError {
    /// Whether the next entry would fail in the same way.
    fileprivate var stopsAll: Bool { code != .refused && code != .input }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol

/// Changes entries, and saves the new text if the entry was changed in the meantime or the edit
/// fails in another way.
package struct EntryEditing {
    private let client: JournalClient
    private let stateDirectory: String

    /// A failure to change an entry.
    package struct Rejection: Error {
        /// The failure, with the place of the new text.
        package var error: ClientError
        /// The file with the new text; `nil` without a new text, or if it could not be saved.
        package var path: String?
    }

    /// Called with the name of a notebook that was created for an entry.
    package var notebookCreated: (String) -> Void = { _ in }

    /// Creates an editing that saves rejected changes below the state directory of the journal.
    package init(client: JournalClient, stateDirectory: String) {
        self.client = client
        self.stateDirectory = stateDirectory
    }

    /// Changes the revision of an entry that was read.
    ///
    /// - Parameters:
    ///   - entry: The entry as it was read.
    ///   - change: The change; its `ifRevision` is set here.
    ///   - draft: The file that holds the new text already; it is removed if the text is saved as a
    ///     conflict, and stays after another failure.
    ///   - attributes: The options of the command, which are kept with the text.
    /// - Returns: The entry after the write.
    /// - Throws: The failure, with the file of the new text; for a conflict, an error that also
    ///   quotes the two versions.
    package func update(
        _ entry: EntryRecord,
        applying change: EntryUpdate,
        draft: String? = nil,
        attributes: DraftAttributes? = nil
    ) throws(ClientError) -> EntryWritten {
        do throws(Rejection) {
            return try attempt(entry, applying: change, attributes: attributes, draft: draft)
        } catch {
            if let draft, let path = error.path, path != draft { FileSystem.discard(draft) }
            throw error.error
        }
    }

    /// Changes the revision of an entry that was read, as `update` does.
    ///
    /// - Parameters:
    ///   - entry: The entry as it was read.
    ///   - change: The change; its `ifRevision` is set here.
    ///   - attributes: The options of the command, which are kept with the text.
    ///   - draft: The file that holds the new text already.
    ///   - savesAll: Whether the text is saved after any failure, or only after a conflict.
    /// - Returns: The entry after the write.
    /// - Throws: The failure.
    package func attempt(
        _ entry: EntryRecord,
        applying change: EntryUpdate,
        attributes: DraftAttributes? = nil,
        draft: String? = nil,
        savesAll: Bool = true
    ) throws(Rejection) -> EntryWritten {
        var change = change
        change.ifRevision = entry.revision
        do throws(ClientError) {
            return try writeOnce(change)
        } catch {
            guard let text = change.text, !text.isBlank,
                savesAll || error.cause?.kind == .conflict
            else { throw Rejection(error: error) }
            let attributes = attributes ?? DraftAttributes(change)
            throw error.cause?.kind == .conflict
                ? keepConflict(text, attributes: attributes, of: entry, because: error)
                : keep(text, in: draft, attributes: attributes, of: entry, because: error)
        }
    }

    /// Changes an entry; if the daemon ends before it replies, the request is repeated.
    ///
    /// The revision prevents that it is executed twice: if an earlier request was executed, this
    /// one is a conflict with the values that it asks for, which is no failure.
    private func writeOnce(_ change: EntryUpdate) throws(ClientError) -> EntryWritten {
        var failure: ClientError
        do throws(ClientError) {
            return try write(change)
        } catch {
            failure = error
        }
        if failure.isTransient, change.ifRevision != nil {
            do throws(ClientError) {
                return try write(change)
            } catch {
                failure = error
            }
        }
        guard failure.cause?.kind == .conflict,
            let found = try? client.call(EntryGet(id: change.id)),
            change.isContained(in: found.entry)
        else { throw failure }
        return EntryWritten(
            id: found.entry.id,
            revision: found.entry.revision,
            cursor: found.cursor,
            entry: found.entry
        )
    }

    /// Changes an entry, and creates its new notebook if it does not exist yet.
    private func write(_ change: EntryUpdate) throws(ClientError) -> EntryWritten {
        if let text = change.text { try TextLimit.check(text) }
        do throws(ClientError) {
            return try client.call(change)
        } catch {
            guard error.cause?.kind == .notebookNotFound, !change.createNotebook,
                let name = change.notebook
            else { throw error }
            var change = change
            change.createNotebook = true
            let written = try client.call(change)
            notebookCreated(name)
            return written
        }
    }

    /// Saves the text of an entry that was changed in the meantime.
    private func keepConflict(
        _ text: String,
        attributes: DraftAttributes,
        of entry: EntryRecord,
        because error: ClientError
    ) -> Rejection {
        var error = error
        var lines: [String] = []
        if let json = error.cause?.details["current"], let current = try? EntryRecord(json: json) {
            error.message = "entry \(entry.id) was changed in the meantime; nothing was written"
            lines += ["--- current text", current.text, "--- your text", text, "---"]
        }
        // If there are lines, they quote the two versions already.
        let lost = lines.isEmpty ? text : nil
        return rejection(error, lines: lines, use: "To merge the two", text: lost) {
            () throws(ClientError) in
            let path = try FileSystem.keep(
                Array(text.utf8),
                in: SavedTexts.conflictDirectory(stateDirectory),
                as: Self.name(entry)
            )
            try attributes.write(toDraft: path)
            return path
        }
    }

    /// Saves the text of an edit that failed, unless there is a draft already.
    private func keep(
        _ text: String,
        in draft: String?,
        attributes: DraftAttributes,
        of entry: EntryRecord,
        because error: ClientError
    ) -> Rejection {
        let outcome: String? =
            switch error.code {
            case .unavailable, .wrongOwner: "The edit was not delivered."
            case .connectionLost, .unresponsive, .malformedReply:
                "The edit may have been written or not."
            default: nil
            }
        let lines = [error.advice, outcome].compactMap { $0 }
        let attributes = attributes.accepted(after: error)
        return rejection(error, lines: lines, use: "To write it", text: text) {
            () throws(ClientError) in
            guard let draft else {
                let drafts = Drafts(stateDirectory: stateDirectory)
                return try drafts.keep(text, as: Self.name(entry), attributes: attributes)
            }
            // The text is safe without them.
            try? attributes.write(toDraft: draft)
            return draft
        }
    }

    private static func name(_ entry: EntryRecord) -> String { "\(entry.id)-\(entry.revision)" }

    /// Returns a failure with the place of the text that `save` writes, below other lines; if it
    /// cannot be saved, with the text itself.
    private func rejection(
        _ error: ClientError,
        lines: [String],
        use: String,
        text: String?,
        save: () throws(ClientError) -> String
    ) -> Rejection {
        var (error, lines) = (error, lines)
        var kept: String?
        do throws(ClientError) {
            let path = try save()
            lines.append("Your text was saved: \(path)")
            let name = SavedText.name(of: path)
            lines.append("\(use): journal drafts use \(name)\(error.replacingOption)")
            kept = path
        } catch {
            lines.append(
                text.map { Drafts.note($0, lostBy: error) }
                    ?? "Your text could not be saved: \(error.message)"
            )
        }
        error.advice = lines.joined(separator: "\n")
        return Rejection(error: error, path: kept)
    }
}

extension EntryUpdate {
    /// Returns whether an entry has all values of the change; strings are compared by bytes.
    fileprivate func isContained(in entry: EntryRecord) -> Bool {
        let isText = text?.utf8.elementsEqual(entry.text.utf8) ?? true
        let names = [entry.notebook.id.lowercased(), entry.notebook.name.lowercased()]
        let isPlace = notebook.map { names.contains($0.lowercased()) } ?? true
        let found = Self.keys(entry.tags)
        let added = Self.keys(addTags)
        let removed = Self.keys(removeTags).subtracting(added)
        let wanted = tags.map { Self.keys($0).subtracting(removed).union(added) }
        let isTagged =
            wanted.map { $0 == found }
            ?? (added.isSubset(of: found) && removed.isDisjoint(with: found))
        let isDated = createdAt.map { $0.milliseconds == entry.createdAt.milliseconds } ?? true
        return isText && isPlace && isTagged && isDated && starred ?? entry.starred == entry.starred
    }

    private static func keys(_ tags: [String]) -> Set<String> { Set(tags.map { $0.lowercased() }) }
}

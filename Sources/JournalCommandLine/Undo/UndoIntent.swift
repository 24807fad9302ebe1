// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

/// The entries that a request is about to create.
///
/// It is kept in a file until the outcome of the request is recorded. If the process is killed
/// before, the history of the store shows whether the request was executed.
package struct UndoIntent: Sendable, Equatable {
    /// The command, such as `import`.
    package var command: String
    /// The time of the request.
    package var time: Timestamp
    /// A position in the history before the request.
    package var cursor: Cursor
    /// The identity of the run of the command, which the parts of its step have too.
    package var run: String
    /// The entries; one that exists already is not created.
    package var entries: [EntryID]

    /// Describes a request.
    package init(
        _ command: String,
        _ cursor: Cursor,
        entries: [EntryID],
        run: String,
        time: Timestamp = LocalTime.now()
    ) {
        self.command = command
        self.time = time
        self.cursor = cursor
        self.entries = entries
        self.run = run
    }

    /// Returns whether the step that the request has made is recorded.
    package func isRecorded(in records: [UndoRecord]) -> Bool {
        records.contains { record in
            guard case .step(let step) = record else { return false }
            return step.run == run && step.cursor.revision > cursor.revision
        }
    }

    /// Returns the step that the request has made.
    ///
    /// All entries of a request have the revision of its commit. An entry that was changed since
    /// has a newer one; if the change is in the log, undoing it restores the older one.
    ///
    /// - Parameters:
    ///   - created: The entries that were created after the position of the intent, with their
    ///     present revisions.
    ///   - records: The records of the store.
    /// - Returns: The step, or nil if the request has created nothing.
    package func step(created: [EntryID: Int64], in records: [UndoRecord]) -> UndoStep? {
        let ids = Set(entries)
        var origins = created.filter { ids.contains($0.key) }
        var others: Set<EntryID> = []
        for change in changes(of: ids, in: records) {
            guard let former = change.formerRevision, former > cursor.revision else {
                // Another run has created it, or it existed before.
                others.insert(change.id)
                continue
            }
            origins[change.id] = min(origins[change.id] ?? former, former)
        }
        let own = entries.filter { !others.contains($0) }
        let revisions = own.compactMap { created[$0] == nil ? nil : origins[$0] }
        guard let revision = revisions.min() else { return nil }
        return UndoStep(
            command,
            Cursor(epoch: cursor.epoch, revision: revision),
            entries: own.filter { created[$0] != nil || origins[$0] == revision }
                .map { EntryChange(created: $0, revision: revision) },
            run: run,
            time: time
        )
    }

    /// Returns the changes that other runs have made to entries after the position.
    private func changes(of ids: Set<EntryID>, in records: [UndoRecord]) -> [EntryChange] {
        records.flatMap { record -> [EntryChange] in
            guard case .step(let step) = record, step.run != run else { return [] }
            return step.entries.filter { $0.revision > cursor.revision && ids.contains($0.id) }
        }
    }
}

extension UndoIntent: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        command = try fields.required("command")
        time = try fields.required("time")
        cursor = try fields.required("cursor")
        run = try fields.required("run")
        entries = try fields.array("entries") ?? []
    }

    package var json: JSON {
        var object = JSONObject()
        object.append("command", command)
        object.append("time", time)
        object.append("cursor", cursor)
        object.append("run", run)
        object.append("entries", each: entries)
        return .object(object)
    }
}

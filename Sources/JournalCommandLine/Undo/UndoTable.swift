// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// The steps while the records of the log are applied in order, with an index of their changes.
struct UndoTable {
    /// A step, and its changes by their places; those that were undone are nil.
    private struct Row {
        var step: UndoStep
        var changes: [EntryChange?]
        var leftCount: Int
        /// The number of records before the last one of the step.
        var position: Int
    }

    private struct Place {
        var row: Int
        var change: Int
    }

    /// The steps; those that were undone as a whole are nil.
    private var rows: [Row?] = []
    private var places: [EntryID: [Place]] = [:]
    /// The steps by the revisions after their parts, which reversals refer to.
    private var rowsOfRevisions: [Int64: Int] = [:]
    private var rowsOfRuns: [String: Int] = [:]
    private var recordCount = 0

    /// The steps, oldest first.
    var steps: [UndoStep] {
        rows.compactMap { $0 }.sorted { $0.position < $1.position }.map { row in
            var step = row.step
            step.entries = row.changes.compactMap { $0 }
            return step
        }
    }

    /// Adds a step, or a further part of one.
    mutating func add(_ step: UndoStep) {
        recordCount += 1
        var index = rows.count
        if let run = step.run, let known = rowsOfRuns[run], var row = rows[known] {
            index = known
            row.step.cursor = step.cursor
            row.position = recordCount
            rows[known] = row
        } else {
            let row = Row(step: step, changes: [], leftCount: 0, position: recordCount)
            rows.append(row)
            if let run = step.run { rowsOfRuns[run] = index }
        }
        for change in step.entries where !replaceCreation(change, index) {
            let place = Place(row: index, change: rows[index]?.changes.count ?? 0)
            places[change.id, default: []].append(place)
            rows[index]?.changes.append(change)
            rows[index]?.leftCount += 1
        }
        // A permanent change may have the position of a commit that another process made.
        if step.obstacle == nil, rowsOfRevisions[step.cursor.revision] == nil {
            rowsOfRevisions[step.cursor.revision] = index
        }
    }

    /// Sets the revision of an entry that the step has created in an earlier part, and has changed
    /// since; returns whether there is one.
    private mutating func replaceCreation(_ change: EntryChange, _ row: Int) -> Bool {
        guard change.action == .create,
            let place = places[change.id]?.last(where: { $0.row == row }),
            rows[row]?.changes[place.change]?.action == .create
        else { return false }
        rows[row]?.changes[place.change]?.revision = change.revision
        return true
    }

    /// Removes the changes that were undone from their step.
    mutating func apply(_ reversal: UndoRecord.Reversal) {
        guard let index = rowsOfRevisions[reversal.step.revision], rows[index] != nil else {
            return
        }
        for version in reversal.entries {
            let places = places[version.id] ?? []
            for place in places where place.row == index {
                guard let change = rows[index]?.changes[place.change] else { continue }
                rows[index]?.changes[place.change] = nil
                rows[index]?.leftCount -= 1
                guard let former = change.formerRevision else { continue }
                expect(version.revision, insteadOf: former, at: places)
            }
        }
        if rows[index]?.leftCount == 0 { rows[index] = nil }
    }

    /// Sets the revision of the older changes of an entry whose state is there again.
    private mutating func expect(_ revision: Int64, insteadOf former: Int64, at places: [Place]) {
        for place in places where rows[place.row]?.changes[place.change]?.revision == former {
            rows[place.row]?.changes[place.change]?.revision = revision
        }
    }
}

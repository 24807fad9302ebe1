// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalCommandLine

struct UndoIntentTests {
    private let ids = (0..<3).map { EntryID(high: 1, low: $0) }

    private static func cursor(_ revision: Int64) -> Cursor {
        Cursor(epoch: "e", revision: revision)
    }

    /// A request to create all entries after revision 5.
    private var intent: UndoIntent {
        UndoIntent("import", Self.cursor(5), entries: ids, run: "r", time: .epoch)
    }

    private func record(
        _ id: EntryID,
        _ action: EntryChange.Action,
        _ revision: Int64,
        from former: Int64? = nil
    ) -> UndoRecord {
        var change = EntryChange(created: id, revision: revision)
        change.action = action
        change.formerRevision = former
        let step = UndoStep("x", Self.cursor(revision), entries: [change], run: "s", time: .epoch)
        return .step(step)
    }

    /// Returns the entries of the step, and requires that all of them have its revision.
    private func entries(
        created: [EntryID: Int64],
        _ records: [UndoRecord] = [],
        at revision: Int64 = 7
    ) -> [EntryID] {
        guard let step = intent.step(created: created, in: records) else { return [] }
        #expect(step.cursor == Self.cursor(revision))
        #expect(step.run == "r")
        let ids = step.entries.map(\.id)
        #expect(step.entries == ids.map { EntryChange(created: $0, revision: revision) })
        return ids
    }

    @Test func intentIsReadAsWritten() throws {
        #expect(try UndoIntent(json: intent.json) == intent)
    }

    @Test func lowestRevisionIsThatOfTheRequest() {
        let created = [ids[0]: 9, ids[2]: 7, EntryID(high: 2, low: 0): Int64(6)]
        #expect(entries(created: created) == [ids[0], ids[2]])
        #expect(entries(created: [:]) == [])
    }

    @Test func entryThatAnotherRunHasCreatedIsNotIncluded() {
        let other = record(ids[0], .create, 7)
        #expect(entries(created: [ids[0]: 7], [other]) == [])
        #expect(entries(created: [ids[0]: 7, ids[1]: 8], [other], at: 8) == [ids[1]])
    }

    @Test func entryThatWasPurgedAndCreatedAgainIsIncluded() {
        #expect(entries(created: [ids[0]: 7], [record(ids[0], .create, 3)]) == [ids[0]])
    }

    @Test func entryThatWasRestoredIsNotIncluded() {
        #expect(entries(created: [ids[0]: 7], [record(ids[0], .restore, 7, from: 3)]) == [])
    }

    @Test func changedEntryHasTheRevisionThatUndoingTheChangeExpects() {
        let changes = [record(ids[0], .edit, 8, from: 7), record(ids[0], .edit, 9, from: 8)]
        #expect(entries(created: [ids[0]: 9], changes) == [ids[0]])
        let deletion = record(ids[1], .delete, 8, from: 7)
        #expect(entries(created: [ids[0]: 7], [deletion]) == [ids[0], ids[1]])
    }

    @Test func intentIsRecordedOnceItsRunHasALaterPart() {
        func part(_ revision: Int64, run: String) -> UndoRecord {
            .step(UndoStep("import", Self.cursor(revision), run: run, time: .epoch))
        }
        #expect(!intent.isRecorded(in: [part(5, run: "r"), part(7, run: "s")]))
        #expect(intent.isRecorded(in: [part(7, run: "r")]))
    }
}

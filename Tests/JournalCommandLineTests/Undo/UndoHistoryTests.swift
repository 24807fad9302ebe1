// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalProtocol
import Testing

@testable import JournalCommandLine

struct UndoHistoryTests {
    private static let entry = EntryID.random()

    private static func cursor(_ revision: Int64) -> Cursor {
        Cursor(epoch: "e", revision: revision)
    }

    /// Returns the step of an edit, or of a creation if there is no former revision.
    private static func step(_ revision: Int64, from former: Int64? = nil) -> UndoRecord {
        var change = EntryChange(
            created: EntryWritten(id: entry, revision: revision, cursor: cursor(revision))
        )
        change.formerRevision = former
        change.action = former == nil ? .create : .edit
        return .step(UndoStep("edit", cursor(revision), entries: [change], time: .epoch))
    }

    private static func undone(_ step: Int64, now revision: Int64) -> UndoRecord {
        let version = EntryVersion(id: entry, revision: revision)
        return .undone(.init(step: cursor(step), cursor: cursor(revision), entries: [version]))
    }

    /// Returns the revision at which each step expects the entry, newest step first.
    private func expected(_ records: [UndoRecord]) -> [Int64] {
        UndoHistory(records, epoch: "e").steps.flatMap { $0.entries.map(\.revision) }
    }

    @Test func newestStepIsFirst() {
        let records = [Self.step(4, from: 2), Self.step(2), Self.step(5, from: 4)]
        #expect(expected(records) == [5, 4, 2])
    }

    @Test func reversalMovesTheStepBeforeItToTheNewRevision() {
        var records = [Self.step(1), Self.step(2, from: 1), Self.step(3, from: 2)]
        records.append(Self.undone(3, now: 4))
        #expect(expected(records) == [4, 1])
        records.append(Self.undone(2, now: 5))
        #expect(expected(records) == [5])
        records += [Self.step(6, from: 5), Self.undone(6, now: 7)]
        #expect(expected(records) == [7])
        records.append(Self.undone(1, now: 8))
        #expect(expected(records) == [])
    }

    @Test func changeOfAnotherProgramBetweenTwoStepsRemainsAConflict() {
        // Revision 2 is not in the log.
        let records = [Self.step(1), Self.step(3, from: 2), Self.undone(3, now: 4)]
        #expect(expected(records) == [1])
    }

    @Test func reversalWithoutAWriteFollowsTheStepOfItsPosition() {
        let gone = EntryVersion(id: Self.entry, revision: 0)
        let reversal = UndoRecord.Reversal(
            step: Self.cursor(2),
            cursor: Self.cursor(2),
            entries: [gone]
        )
        #expect(expected([.undone(reversal), Self.step(2)]) == [])
    }

    @Test func restOfAStepRemains() {
        let other = EntryID.random()
        let changes = [Self.entry, other].map {
            EntryChange(created: EntryWritten(id: $0, revision: 2, cursor: Self.cursor(2)))
        }
        let step = UndoStep("delete", Self.cursor(2), entries: changes, time: .epoch)
        let history = UndoHistory([.step(step), Self.undone(2, now: 3)], epoch: "e")
        #expect(history.steps.flatMap { $0.entries.map(\.id) } == [other])
    }

    // MARK: Steps in parts

    @Test func laterPartReplacesTheRevisionOfAnEntryThatTheStepHasCreated() {
        func part(_ revision: Int64, run: String) -> UndoRecord {
            let change = EntryChange(created: Self.entry, revision: revision)
            return .step(
                UndoStep("import", Self.cursor(revision), entries: [change], run: run, time: .epoch)
            )
        }
        #expect(expected([part(2, run: "a"), part(3, run: "a"), part(4, run: "a")]) == [4])
        #expect(expected([part(2, run: "a"), part(3, run: "b")]) == [3, 2])
        let undone = [part(2, run: "a"), part(3, run: "a"), Self.undone(3, now: 4)]
        #expect(expected(undone) == [])
    }

    private static func part(
        _ revision: Int64,
        _ ids: [EntryID],
        run: String = "r"
    ) -> UndoRecord {
        let changes = ids.map { EntryChange(created: $0, revision: revision) }
        return .step(UndoStep("import", cursor(revision), entries: changes, run: run, time: .epoch))
    }

    @Test func partsAreOneStepAtThePositionOfTheLastOne() {
        let ids = (0..<5).map { EntryID(high: 1, low: $0) }
        let records = [
            Self.part(2, [ids[0], ids[1]]), Self.part(3, [ids[4]], run: "other"),
            Self.part(4, [ids[2], ids[3]]),
        ]
        let steps = UndoHistory(records, epoch: "e").steps
        #expect(steps.map { $0.entries.map(\.id) } == [Array(ids[..<4]), [ids[4]]])
        #expect(steps.map(\.cursor.revision) == [4, 3])
    }

    @Test func reversalInPartsLeavesTheRest() {
        let ids = (0..<3).map { EntryID(high: 1, low: $0) }
        func undone(_ index: Int, of step: Int64, now revision: Int64) -> UndoRecord {
            let version = EntryVersion(id: ids[index], revision: revision)
            let (step, now) = (Self.cursor(step), Self.cursor(revision))
            return .undone(.init(step: step, cursor: now, entries: [version]))
        }
        var records = [Self.part(2, [ids[0], ids[1]])]
        records.append(undone(0, of: 2, now: 3))
        // The command went on while it was undone.
        records.append(Self.part(4, [ids[2]]))
        #expect(
            UndoHistory(records, epoch: "e").steps.map { $0.entries.map(\.id) } == [
                [ids[1], ids[2]]
            ]
        )
        records.append(undone(1, of: 2, now: 5))
        #expect(UndoHistory(records, epoch: "e").steps.map { $0.entries.map(\.id) } == [[ids[2]]])
        records.append(undone(2, of: 4, now: 6))
        #expect(UndoHistory(records, epoch: "e").steps == [])
    }

    @Test(.timeLimit(.minutes(1))) func costIsLinearInTheChanges() {
        let ids = (0..<40_000).map { EntryID(high: 1, low: $0) }
        var records: [UndoRecord] = []
        for start in stride(from: 0, to: ids.count, by: 200) {
            records.append(Self.part(Int64(start + 1), Array(ids[start..<start + 200])))
        }
        let last = Self.cursor(Int64(ids.count - 199))
        for (index, id) in ids.dropLast().enumerated() {
            let version = EntryVersion(id: id, revision: 90_000 + Int64(index))
            let cursor = Self.cursor(version.revision)
            records.append(.undone(.init(step: last, cursor: cursor, entries: [version])))
        }
        let steps = UndoHistory(records, epoch: "e").steps
        #expect(steps.map { $0.entries.map(\.id) } == [[ids[ids.count - 1]]])
    }

    @Test func stepsOfOtherStoresAreIgnored() {
        #expect(UndoHistory([Self.step(1)], epoch: "other").steps == [])
    }
}

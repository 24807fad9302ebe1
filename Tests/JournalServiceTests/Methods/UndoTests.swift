// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import JournalProtocol
import SwiftData
import Testing

@testable import JournalService

/// `undo` and `redo` of the changes that name a step.
struct UndoTests {
    private let bench: StepBench

    init() throws { bench = try StepBench() }

    private func expectError(_ kind: ErrorKind, _ body: () throws -> Void) {
        #expect(throws: ProtocolError.self) { try body() }
        do {
            try body()
        } catch {
            #expect((error as? ProtocolError)?.kind == kind)
        }
    }

    @Test func everyKindOfChangeIsUndoneAndRedone() throws {
        let id = try bench.create("first", tags: ["a"])
        var states = [try bench.values(id)]
        let at = Timestamp("2026-03-01T18:30:00+01:00")
        let changes: [any MethodCall & WriteStep] = [
            EntryUpdate(
                id: id,
                text: "second",
                starred: true,
                notebook: "other",
                createNotebook: true,
                createdAt: at,
                zone: "Europe/Berlin"
            ),
            EntryUpdate(id: id, text: "third", tags: ["x", "y"]),
            EntryDelete(id: id),
            EntryRestore(id: id),
        ]
        func run(_ call: some MethodCall & WriteStep) throws {
            try bench.run(call, as: .random())
        }
        for change in changes {
            try run(change)
            states.append(try bench.values(id))
        }
        #expect(try bench.steps().count == 5)
        for round in 0..<2 {
            for state in states.dropLast().reversed() {
                try bench.undo()
                #expect(try bench.values(id) == state, "\(round)")
            }
            #expect(try bench.undo().entries.map(\.effect) == [.trashed])
            expectError(.undoNothing) { try bench.undo() }
            #expect(try bench.steps(undone: true).count == 5)
            #expect(try bench.redo().entries.map(\.effect) == [.restored])
            for (number, state) in states.enumerated() {
                #expect(try bench.values(id) == state, "\(round)")
                if number < 4 { try bench.redo() }
            }
            expectError(.undoNothing) { try bench.redo() }
        }
    }

    @Test func changeWithoutAStepIsAConflict() throws {
        let id = try bench.create("first")
        try bench.run(EntryUpdate(id: id, text: "mine"), as: .random())
        try bench.run(EntryUpdate(id: id, text: "theirs"))
        let result = try bench.undo()
        #expect(result.changeCount == 0)
        #expect(result.failures.map(\.kind) == [.conflict])
        #expect(try bench.entry(id).text == "theirs")
        #expect(try bench.steps().count == 2)
        let older = try #require(try bench.steps().last)
        #expect(try bench.undo(StepSelection(step: older.id)).failureCount == 1)
        #expect(try bench.entry(id).trashedAt == nil)
    }

    @Test func changesOfOneStepAreUndoneTogether() throws {
        let step = EntryID.random()
        let edited = try bench.create("edited")
        for number in 0..<3 {
            try bench.run(EntryCreate(text: "\(number)"), as: step)
            try bench.run(EntryUpdate(id: edited, text: "edit \(number)"), as: step)
        }
        let list = try bench.steps()
        #expect(list.map(\.changeCount) == [6, 1])
        #expect(list[0].id == step)
        let result = try bench.undo()
        #expect(result.changeCount == 6)
        #expect(result.step.id == step)
        #expect(try bench.entry(edited).text == "edited")
        #expect(try bench.steps().map(\.changeCount) == [1])
        #expect(try bench.redo().changeCount == 6)
        #expect(try bench.entry(edited).text == "edit 2")
        #expect(try bench.steps().map(\.changeCount) == [6, 1])
    }

    @Test func stepOfManyChangesIsUndoneInTransactionsAndPages() throws {
        let step = EntryID.random()
        for start in [0, 1000] {
            let calls = (start..<start + 1000).map { Batch.Call(EntryCreate(text: "\($0)")) }
            try bench.run(Batch(calls: calls), as: step)
        }
        let before = bench.bench.context.head
        let first = try bench.undo(StepSelection(limit: 700))
        #expect(first.changeCount == 700)
        #expect(bench.bench.context.head == before + 2)
        #expect(try bench.steps().map(\.changeCount) == [1300])
        #expect(try bench.steps(undone: true).map(\.changeCount) == [700])
        // As after a crash: the rest is undone without the page.
        let rest = try bench.undo(StepSelection(step: step))
        #expect(rest.changeCount == 1300)
        #expect(rest.entries.count == StepMoved.maximumCount)
        #expect(try bench.steps() == [])
        #expect(try bench.redo().changeCount == 2000)
        #expect(try bench.steps().map(\.changeCount) == [2000])
    }

    @Test func conflictsAreReportedOnceAndRemain() throws {
        let step = EntryID.random()
        var ids: [EntryReference] = []
        for start in [0, 6] {
            let calls = (start..<start + 6).map { Batch.Call(EntryCreate(text: "\($0)")) }
            let reply = try Batch.Reply(json: bench.run(Batch(calls: calls), as: step))
            ids += try reply.results.map { EntryReference(try EntryWritten(json: $0).id) }
        }
        let changed = [ids[11], ids[8], ids[0]]
        for id in changed { try bench.run(EntryUpdate(id: id, starred: true)) }
        var (undone, failed): (Int, [EntryID]) = (0, [])
        var page: PageCursor?
        repeat {
            let reply = try bench.undo(StepSelection(step: step, limit: 2, page: page))
            undone += reply.changeCount
            failed += reply.failures.map(\.id)
            page = reply.nextPage
        } while page != nil
        #expect(undone == 9)
        #expect(failed.map(\.text) == changed.map(\.text))
        #expect(try bench.steps().map(\.changeCount) == [3])
        #expect(try bench.undo().failureCount == 3)
        // Another program takes its change back, but the revision is a new one.
        #expect(try bench.redo().changeCount == 9)
        #expect(try bench.steps().map(\.changeCount) == [12])
    }

    @Test func permanentChangesAreStepsToo() throws {
        let id = try bench.create("secret")
        let other = try bench.create("other")
        try bench.run(EntryPurge(ids: [id]), as: .random())
        expectError(.undoPermanent) { try bench.undo() }
        #expect(try bench.steps().first?.obstacle?.message == "1 entry was deleted permanently")
        let steps = try bench.steps()
        #expect(steps.count == 3)
        let missing = try bench.undo(StepSelection(step: steps[2].id))
        #expect(missing.failures.map(\.kind) == [.entryNotFound])
        // It is reported once.
        expectError(.undoNotFound) { try bench.undo(StepSelection(step: steps[2].id)) }
        #expect(try bench.undo(StepSelection(step: steps[1].id)).changeCount == 1)
        #expect(try bench.entry(other).trashedAt != nil)
        for part in try ModelContext(bench.bench.container).fetch(FetchDescriptor<StepPart>()) {
            #expect(part.content.range(of: Data("secret".utf8)) == nil)
        }
    }

    @Test func formerNamesAreRestored() throws {
        let id = try bench.create("x", tags: ["Sea"])
        try bench.run(NotebookRename(notebook: "journal", name: "Journal"), as: .random())
        try bench.run(TagRename(tag: "sea", name: "ocean"), as: .random())
        // A tag of the former name that was used for a moment is no obstacle.
        let other = try bench.create("z", tags: ["sea"])
        try bench.undo()
        let undone = try bench.undo()
        #expect(undone.renamings.map(\.name) == ["Sea"])
        #expect(try bench.entry(id).tags == ["Sea"])
        #expect(try bench.entry(other).tags == ["Sea"])
        #expect(
            try bench.redo(StepSelection(step: undone.step.id)).renamings.map(\.name) == ["ocean"]
        )
        try bench.undo(StepSelection(step: undone.step.id))
        #expect(try bench.undo().renamings.map(\.name) == ["journal"])
        try bench.run(TagRename(tag: "Sea", name: "other"), as: .random())
        try bench.run(TagRename(tag: "other", name: "third"))
        #expect(try bench.undo().failures.map(\.kind) == [.conflict])
    }

    @Test func entryThatIsChangedTwiceInABatchIsUndoneAndRedone() throws {
        let id = try bench.create("first")
        let calls = ["second", "third"].map { Batch.Call(EntryUpdate(id: id, text: $0)) }
        try bench.run(Batch(calls: calls), as: .random())
        for _ in 0..<2 {
            #expect(try bench.undo().changeCount == 2)
            #expect(try bench.entry(id).text == "first")
            #expect(try bench.redo().changeCount == 2)
            #expect(try bench.entry(id).text == "third")
        }
        try bench.undo()
        #expect(try bench.undo().entries.map(\.effect) == [.trashed])
    }

    @Test func repeatedCreationIsNoChange() throws {
        let id = EntryID.random()
        for _ in 0..<2 { try bench.run(EntryCreate(id: id, text: "once"), as: .random()) }
        #expect(try bench.steps().count == 1)
        try bench.run(EntryDelete(id: EntryReference(id)), as: .random())
        try bench.run(EntryDelete(id: EntryReference(id)), as: .random())
        #expect(try bench.steps().count == 2)
    }

    @Test func fileOfAnEntryOfTheSameStepIsNoObstacle() throws {
        let digest = "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"
        let step = EntryID.random()
        let written = try EntryWritten(json: bench.run(EntryCreate(text: "x"), as: step))
        let id = EntryReference(written.id)
        func attach(_ step: EntryID) throws {
            let bytes = Base64(Array("a".utf8))
            try bench.run(
                AttachmentAdd(
                    id: .random(),
                    entry: id,
                    name: "f",
                    size: 1,
                    data: bytes,
                    digest: digest
                ),
                as: step
            )
        }
        try attach(step)
        try attach(step)
        #expect(try bench.steps().map(\.changeCount) == [1])
        for _ in 0..<2 {
            #expect(try bench.undo().changeCount == 1)
            #expect(try bench.redo().changeCount == 1)
        }
        try attach(.random())
        expectError(.undoPermanent) { try bench.undo() }
    }

    @Test func oldStepsAreRemovedAsAWhole() throws {
        let step = EntryID.random()
        for number in 0..<100 { try bench.run(EntryCreate(text: "\(number)"), as: step) }
        let kept = try bench.create("kept")
        try bench.run(EntryDelete(id: kept), as: .random())
        try bench.undo()
        try bench.run(StepExpiry(limit: 3))
        #expect(try bench.steps().map(\.changeCount) == [1])
        #expect(try bench.steps(undone: true).count == 1)
        let models = ModelContext(bench.bench.container)
        #expect(try models.fetchCount(FetchDescriptor<StepPart>()) == 2)
        #expect(try bench.undo().entries.map(\.id.text) == [kept.text])
    }

    @Test func historyNamesTheClient() throws {
        _ = try bench.create("x")
        try bench.run(EntryCreate(text: "y"))
        let authors = try ModelContext(bench.bench.container)
            .fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).map(\.author)
        #expect(authors.suffix(2) == ["test", nil])
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import SwiftData
import Testing

/// The parts of steps: what is done, and what was undone.
struct StepLookupTests {
    private let journal: JournalFixture
    private let first = UUID()
    private let second = UUID()

    private var context: ModelContext { journal.context }

    init() throws {
        journal = try JournalFixture()
        insert(first, 1, .done)
        insert(first, 2, .done)
        insert(first, 4, .lastDone)
        insert(second, 3, .done)
        insert(second, 5, .lastDone)
        insert(second, 6, .undone)
        insert(second, 7, .lastUndone)
        insert(UUID(), 8, .incidental)
        try context.save()
    }

    private func insert(_ step: UUID, _ revision: Int, _ place: StepPlace) {
        context.insert(
            StepPart(
                step: step,
                revision: revision,
                place: place,
                total: 1,
                client: "test",
                command: "edit",
                time: JournalFixture.date(day: revision),
                content: StepContent().data
            )
        )
    }

    private func parts(
        of step: UUID,
        _ direction: StepDirection,
        through revision: Int = .max,
        limit: Int = 10
    ) throws -> [Int] {
        try StepLookup.parts(
            of: step,
            moving: direction,
            through: revision,
            limit: limit,
            in: context
        )
        .map(\.revision)
    }

    @Test func newestStepsAreFirst() throws {
        func newest(_ limit: Int, _ place: StepPlace) throws -> [Int] {
            try StepLookup.newest(limit, at: place, in: context).map(\.revision)
        }
        #expect(try newest(10, .lastDone) == [5, 4])
        #expect(try newest(1, .lastDone) == [5])
        #expect(try newest(10, .lastUndone) == [7])
    }

    @Test func lastPartIsThatOfTheDirection() throws {
        func last(_ step: UUID, _ direction: StepDirection) throws -> Int? {
            try StepLookup.last(of: step, moving: direction, in: context)?.revision
        }
        #expect(try last(first, .undo) == 4)
        #expect(try last(first, .redo) == nil)
        #expect(try last(second, .undo) == 5)
        #expect(try last(second, .redo) == 7)
        #expect(try last(UUID(), .undo) == nil)
    }

    @Test func partsOfAStepAreNewestFirst() throws {
        #expect(try parts(of: first, .undo) == [4, 2, 1])
        #expect(try parts(of: second, .undo) == [5, 3])
        #expect(try parts(of: second, .redo) == [7, 6])
        #expect(try parts(of: first, .redo) == [])
        #expect(try parts(of: UUID(), .undo) == [])
    }

    @Test(arguments: [(1, [4]), (2, [4, 2]), (3, [4, 2, 1])])
    func partsAreLimited(limit: Int, revisions: [Int]) throws {
        #expect(try parts(of: first, .undo, limit: limit) == revisions)
    }

    @Test(arguments: [(4, [4, 2, 1]), (3, [2, 1]), (1, [1]), (0, [])])
    func laterPartsAreOmitted(revision: Int, revisions: [Int]) throws {
        #expect(try parts(of: first, .undo, through: revision) == revisions)
    }

    @Test func partIsFoundByItsCommit() throws {
        #expect(try StepLookup.part(of: 3, in: context)?.step == second)
        #expect(try StepLookup.part(of: 9, in: context) == nil)
    }

    /// The last part of a step remains until the others are gone: they are found by it.
    @Test func expiredPartsAreRemovedFromTheirStart() throws {
        var removed: [[Int]] = []
        while true {
            let expired = try StepLookup.expired(through: 7, limit: 10, in: context)
            guard !expired.isEmpty else { break }
            removed.append(expired.map(\.revision))
            for part in expired { context.delete(part) }
            try context.save()
        }
        #expect(removed == [[2, 1], [4], [3], [5], [6], [7]])
        #expect(try StepLookup.expired(through: 8, limit: 10, in: context).map(\.revision) == [8])
    }

    @Test func stepThatContinuesIsNotExpired() throws {
        #expect(try StepLookup.expired(through: 3, limit: 10, in: context).isEmpty)
    }

    @Test func redoMovesBackWhatUndoHasMoved() {
        #expect(StepDirection.undo.lastTarget == StepDirection.redo.lastSource)
        #expect(StepDirection.undo.target == StepDirection.redo.source)
        #expect(StepDirection.redo.lastTarget == StepDirection.undo.lastSource)
        #expect(StepDirection.redo.target == StepDirection.undo.source)
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

/// Undoes or redoes a step, a part of it in each transaction, from its end.
///
/// What is undone moves from the done parts of the step to its undone ones in the same transaction
/// as the changes of the entries. So an interrupted `undo` leaves both, and can be continued.
struct StepMove: WriteStep {
    /// The number of parts that a transaction reads, unless they are large.
    private static let partLimit = 64
    /// The length of a large part in bytes, which contains some hundred changes.
    private static let largeContent = 4096
    /// The number of changes in one transaction, as in a request of an import.
    private static let changeLimit = 500

    private let direction: StepDirection
    private let selection: StepSelection
    /// The step and what was done; nil before the first transaction.
    private var reply: StepMoved?
    /// The greatest revision of the parts that are left.
    private var through = Int.max
    /// The number of changes at the end of the part of this revision that were left as they are;
    /// nil if nothing of it was tried yet.
    private var skipped: Int?

    var isLong: Bool { true }

    var progress: WorkProgress {
        guard let reply else { return WorkProgress(.change) }
        let done = reply.changeCount + reply.failureCount
        return WorkProgress(.change, done: done, of: max(done, reply.step.changeCount))
    }

    init(_ direction: StepDirection, selection: StepSelection) {
        self.direction = direction
        self.selection = selection
    }

    func run(in context: WriteContext) throws -> WriteProgress {
        var next = self
        var reply = try reply ?? next.begin(context)
        let step = reply.step.id.uuid
        guard let last = try StepLookup.last(of: step, moving: direction, in: context.models)
        else { return .finished(reply.json) }
        let parts = try StepLookup.parts(
            of: step,
            moving: direction,
            through: next.through,
            limit: Self.partCount(like: last) + 1,
            in: context.models
        )
        guard !parts.isEmpty else { return .finished(reply.json) }
        context.begin(StepRecorder(moving: last, direction: direction))
        var move = PartMove(context, direction: direction, limit: next.room(after: reply))
        try next.move(parts, last: last, by: &move, in: context)
        reply.add(move.outcome)
        try context.saveStep()
        reply.cursor = context.cursor
        guard parts.contains(where: { $0.revision <= next.through }) else {
            return .finished(reply.json)
        }
        guard let limit = selection.limit, reply.changeCount + reply.failureCount >= limit else {
            next.reply = reply
            return .unfinished(next)
        }
        reply.nextPage = next.page(of: reply.step.id, in: context)
        return .finished(reply.json)
    }

    /// Moves the newest parts, and makes the newest one that is left the last one.
    private mutating func move(
        _ parts: [StepPart],
        last: StepPart,
        by move: inout PartMove,
        in context: WriteContext
    ) throws {
        // It is only promoted if those before it are moved.
        let unread = parts.dropFirst(Self.partCount(like: last)).first
        var total = last.total
        var left: [StepPart] = []
        for part in parts {
            guard move.hasRoom, part !== unread else {
                left.append(part)
                break
            }
            let isContinued = part.revision == through
            let state = try move.run(part, skipping: isContinued ? skipped : nil)
            total -= state.moved
            through = state.isDone ? part.revision - 1 : part.revision
            skipped = state.isDone ? nil : state.kept
            if state.isEmpty { context.models.delete(part) } else { left.append(part) }
        }
        guard move.hasMoved else { return }
        context.touch()
        // The last part is not among these if it was left as it is before.
        let isLastLeft = last.revision > (parts.first?.revision ?? 0) || left.first === last
        guard let newest = isLastLeft ? last : left.first else { return }
        newest.state = direction.lastSource.rawValue
        newest.total = total
    }

    /// Returns the number of parts that a transaction reads, which are likely as large as one.
    private static func partCount(like part: StepPart) -> Int {
        part.content.count > largeContent ? 1 : partLimit
    }

    private func room(after reply: StepMoved) -> Int {
        guard let limit = selection.limit else { return Self.changeLimit }
        return min(Self.changeLimit, limit - reply.changeCount - reply.failureCount)
    }
}

// MARK: - The step

extension StepMove {
    /// Returns the reply without changes, for the step of the request.
    private mutating func begin(_ context: WriteContext) throws -> StepMoved {
        let models = context.models
        let found =
            try selection.step.map {
                try StepLookup.last(of: $0.uuid, moving: direction, in: models)
            } ?? StepLookup.newest(1, at: direction.lastSource, in: models).first
        guard let last = found else { throw missing }
        let record = StepRecord(last)
        if let obstacle = record.obstacle {
            throw ProtocolError(
                .undoPermanent,
                "the change cannot be undone: \(obstacle.message)",
                details: ["step": record.json]
            )
        }
        if let page = selection.page { try continueAt(page, step: record.id, in: context) }
        return StepMoved(step: record, cursor: context.cursor)
    }

    private var missing: ProtocolError {
        let verb = direction == .undo ? "undo" : "redo"
        return selection.step.map {
            ProtocolError(.undoNotFound, "there is no change \($0) to \(verb)")
        } ?? ProtocolError(.undoNothing, "there is no change to \(verb)")
    }

    private func page(of step: EntryID, in context: WriteContext) -> PageCursor {
        PageCursor(
            epoch: context.epoch,
            queryHash: hash(step),
            position: [Int64(through), Int64(skipped ?? -1)]
        )
    }

    private mutating func continueAt(
        _ page: PageCursor,
        step: EntryID,
        in context: WriteContext
    ) throws {
        guard page.epoch == context.epoch else {
            throw ProtocolError(
                .cursorForeign,
                "the page is of another store",
                details: ["cursor": context.cursor.json]
            )
        }
        guard page.queryHash == hash(step), page.position.count == 2, page.position[1] >= -1 else {
            throw ProtocolError(.cursorInvalid, "the page is that of another step")
        }
        through = Int(page.position[0])
        skipped = page.position[1] < 0 ? nil : Int(page.position[1])
    }

    private func hash(_ step: EntryID) -> UInt64 {
        let method = direction == .undo ? Undo.method : Redo.method
        return PageCursor.digest(of: ["method": .string(method.rawValue), "id": step.json])
    }
}

extension StepMoved {
    fileprivate mutating func add(_ outcome: PartMove.Outcome) {
        changeCount += outcome.changes.count + outcome.renamings.count
        failureCount += outcome.failures.count
        entries += outcome.changes.prefix(Self.maximumCount - entries.count)
        renamings += outcome.renamings.prefix(Self.maximumCount - renamings.count)
        failures += outcome.failures.prefix(Self.maximumCount - failures.count)
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

/// A write that belongs to the step of a client, so that it can be undone.
struct NamedWrite: WriteStep {
    private let write: any WriteStep
    private let step: StepName
    private let method: MethodName

    /// Creates a write that records its changes for a step.
    init(_ write: any WriteStep, step: StepName, of method: MethodName) {
        self.write = write
        self.step = step
        self.method = method
    }

    var isLong: Bool { write.isLong }
    var progress: WorkProgress { write.progress }

    func run(in context: WriteContext) throws -> WriteProgress {
        context.begin(
            StepRecorder(
                step.id.uuid,
                client: step.client,
                command: step.command ?? method.rawValue,
                time: context.now
            )
        )
        let progress = try write.run(in: context)
        try context.saveStep()
        guard case .unfinished(let next) = progress else { return progress }
        return .unfinished(NamedWrite(next, step: step, of: method))
    }
}

/// The changes of a command for a step.
struct StepRecorder {
    /// The identity of the step.
    let step: UUID
    /// The name of the client.
    let client: String
    private let command: String
    private let time: Date
    /// Whether an `undo` makes the changes.
    private let isUndo: Bool
    /// The changes.
    var content = StepContent()
    /// Whether the changes are not undone by themselves.
    var isIncidental = false

    /// Creates a recorder of what a client changes.
    init(_ step: UUID, client: String, command: String, time: Date) {
        self.step = step
        self.client = client
        self.command = command
        self.time = time
        isUndo = false
    }

    /// Creates a recorder of what moves a part of a step.
    init(moving part: StepPart, direction: StepDirection) {
        step = part.step
        client = part.client
        command = part.command
        time = part.time
        isUndo = direction == .undo
    }

    /// Adds a part with the changes to the step, unless there are none.
    func save(in context: WriteContext) throws {
        guard !content.isEmpty else { return }
        context.touch()
        if isIncidental { return insert(.incidental, total: 0, after: nil, in: context) }
        let place: StepPlace = isUndo ? .lastUndone : .lastDone
        let last = try StepLookup.last(
            of: step,
            moving: isUndo ? .redo : .undo,
            in: context.models
        )
        // A long write that cannot be undone needs no part for each of its transactions.
        if let last, content.count == 0, try extend(last, in: context) { return }
        last?.state = (isUndo ? StepPlace.undone : .done).rawValue
        insert(place, total: (last?.total ?? 0) + content.count, after: last, in: context)
    }

    private func insert(
        _ place: StepPlace,
        total: Int,
        after last: StepPart?,
        in context: WriteContext
    ) {
        var content = content
        if let known = last?.obstacle {
            let new = content.obstacle
            content.obstacle = known
            if let new { content.add(new) }
        }
        context.models.insert(
            StepPart(
                step: step,
                revision: context.modelRevision,
                place: place,
                total: total,
                client: client,
                command: last?.command ?? command,
                time: last?.time ?? time,
                content: content.data
            )
        )
    }

    /// Adds an obstacle to a part that consists of the same one; false if it does not.
    private func extend(_ last: StepPart, in context: WriteContext) throws -> Bool {
        var known = last.decoded
        guard let obstacle = content.obstacle, known.count == 0,
            known.obstacle?.kind == obstacle.kind
        else { return false }
        known.add(obstacle)
        last.content = known.data
        last.revision = context.modelRevision
        return true
    }
}

extension StepPart {
    /// The changes; none if they are damaged in the store.
    var decoded: StepContent { (try? StepContent(content)) ?? StepContent() }

    /// The reason why the step cannot be undone, or nil.
    var obstacle: StepContent.Obstacle? { (try? StepContent(content, limit: 0))?.obstacle }
}

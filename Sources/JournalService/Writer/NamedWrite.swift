// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalProtocol

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

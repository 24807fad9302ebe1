// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// The part of a write that is executed in one transaction.
protocol WriteStep: Sendable {
    /// Whether the write may take several transactions. Such writes are executed one after another.
    var isLong: Bool { get }

    /// Changes the models. The writer saves and commits them.
    ///
    /// - Throws: `ProtocolError`, `JournalError` or the error of the store. The changes of this
    ///   step are undone then; those of earlier steps remain.
    func run(in context: WriteContext) throws -> WriteProgress
}

extension WriteStep {
    var isLong: Bool { false }

    /// Executes all steps in the open transaction and returns the reply.
    func runToEnd(in context: WriteContext) throws -> JSON {
        var progress = try run(in: context)
        while true {
            switch progress {
            case .finished(let reply): return reply
            // Writes that erase are not batchable.
            case .committed(let reply, then: _): return reply
            case .unfinished(let step): progress = try step.run(in: context)
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// A method that changes the journal in one step.
protocol WriteMethod: MethodCall, WriteStep {
    /// Changes the models.
    ///
    /// - Throws: `ProtocolError`, `JournalError` or the error of the store.
    func apply(in context: WriteContext) throws -> Reply
}

extension WriteMethod {
    func run(in context: WriteContext) throws -> WriteProgress {
        .finished(try apply(in: context).json)
    }
}

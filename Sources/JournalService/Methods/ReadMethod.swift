// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// A method that reads the journal.
protocol ReadMethod: MethodCall {
    /// Reads the journal and returns the reply.
    ///
    /// - Throws: `ProtocolError`, `JournalError` or the error of the store.
    func reply(in context: ReadContext) throws -> JSON
    /// The subject of a count that depends only on it and on the last commit; nil for other replies.
    var countedSubject: CountReplies.Subject? { get }
}

extension ReadMethod {
    /// Whether the method runs on the threads for long reads, so that short ones do not wait for
    /// it.
    var isLong: Bool { Self.method.traits.cost == .journal }

    var countedSubject: CountReplies.Subject? { nil }
}

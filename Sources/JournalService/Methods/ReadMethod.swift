// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import SwiftData

/// A method that reads the journal.
protocol ReadMethod: MethodCall {
    /// Reads the journal and returns the reply.
    ///
    /// - Throws: `ProtocolError`, `JournalError` or the error of the store.
    func reply(in context: ReadContext) throws -> JSON
    /// The subject of a reply that depends only on it and on the last commit; nil for others.
    var countedSubject: CountReplies.Subject? { get }
    /// Whether the method reads a snapshot of one commit.
    var readsOneCommit: Bool { get }
    /// Whether the method searches entries for words.
    var searchesTexts: Bool { get }
    /// Whether the method runs on the threads for long reads, so that short ones do not wait for
    /// it.
    var isLong: Bool { get }
}

extension ReadMethod {
    var isLong: Bool { Self.method.traits.cost == .journal }

    var countedSubject: CountReplies.Subject? { nil }

    var readsOneCommit: Bool { true }

    var searchesTexts: Bool { false }

    /// Reads the journal, as of one commit if the method requires it, and returns the reply.
    func run(in context: ReadContext) throws -> JSON {
        guard readsOneCommit else { return try reply(in: context) }
        return try context.models.readSnapshot(isSearched: searchesTexts) { try reply(in: context) }
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import SwiftData

/// A job of the writer.
enum WriterJob: Sendable {
    /// A write that a client requested.
    case command(any WriteStep, ReplyToken)
    /// The overwriting of what a committed write deleted, with the reply that follows it; without
    /// one if no client waits.
    case erasure(StoreErasure, ErasureReply, ReplyToken?)
    /// A write that no client requested.
    case backgroundTask(any WriteStep)
    /// The cancellation of a command that waits for a long write.
    case cancellation(ReplyToken)
    /// A function to call before the next transaction.
    case call(@Sendable () -> Void)

    var isCancellation: Bool {
        if case .cancellation = self { true } else { false }
    }
}

/// The identity of a request within the daemon: its connection and its token there.
struct ReplyToken: Hashable, Sendable {
    let connection: Int
    let request: RequestToken
}

/// The identity of a request within its connection.
///
/// A client may reuse the id of a request once it received the reply; a token is never reused.
struct RequestToken: Hashable, Sendable {
    let number: UInt64
}

/// The outcome of a transaction of the writer.
struct WriterReport: Sendable {
    /// The replies; the writes among them are on disk.
    var replies: [(ReplyToken, Result<JSON, ProtocolError>)] = []
    /// The progress of requests that continue.
    var progress: [(ReplyToken, WorkProgress)] = []
    /// The number of the last commit that is on disk.
    var head: Int64 = 0
    /// The commits, oldest first; empty without subscriptions.
    var commits: [Commit] = []
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

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

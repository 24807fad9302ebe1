// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import SwiftData

/// The part of a write that is executed in one transaction.
protocol WriteStep: Sendable {
    /// Whether the write may take several transactions. Such writes are executed one after another.
    var isLong: Bool { get }
    /// The progress that the steps before this one have made.
    var progress: WorkProgress { get }

    /// Changes the models. The writer saves and commits them.
    ///
    /// - Throws: `ProtocolError`, `JournalError` or the error of the store. The changes of this
    ///   step are undone then, and earlier steps remain.
    func run(in context: WriteContext) throws -> WriteProgress
}

extension WriteStep {
    var isLong: Bool { false }
    var progress: WorkProgress { WorkProgress(.change) }

    /// Executes all steps in the open transaction and returns the reply.
    func runToEnd(in context: WriteContext) throws -> JSON {
        var progress = try run(in: context)
        while true {
            switch progress {
            case .finished(let reply): return reply
            // Writes that erase are not batchable.
            case .committed(_, let reply): return reply(context.models.container)
            case .unfinished(let step): progress = try step.run(in: context)
            }
        }
    }
}

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

/// Returns the reply of a write once the deleted content is overwritten.
typealias ErasureReply = @Sendable (ModelContainer) -> JSON

/// The state of a write after a step.
enum WriteProgress: Sendable {
    /// The write is complete; the reply can be sent once it is on disk.
    case finished(JSON)
    /// The write continues in another transaction, after other writes that wait.
    case unfinished(any WriteStep)
    /// The write is complete; the reply can be sent once deleted content is overwritten, which is
    /// done between other transactions.
    case committed(then: StoreErasure, reply: ErasureReply)
}

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
    /// An operation of synchronization, in transactions of its own.
    case synchronization(SyncOperation)

    var isCancellation: Bool {
        if case .cancellation = self { true } else { false }
    }

    var isSynchronization: Bool {
        if case .synchronization = self { true } else { false }
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
    /// Whether synchronization has made the commits, of which subscriptions read the history.
    var isSynchronization = false
}

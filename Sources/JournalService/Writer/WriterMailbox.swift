// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalProtocol
internal import SwiftData

/// The queue of the writer.
///
/// Jobs that arrive during a commit form the next transaction; no job waits for a transaction to
/// fill. The length is bounded by the requests that connections may have in flight.
///
/// The writer blocks its thread while it waits, because a suspended task would resume on a thread
/// of Swift concurrency first, which then wakes the writer's thread.
///
/// Unchecked, because `condition` guards all properties.
final class WriterMailbox: @unchecked Sendable {
    /// The maximum number of jobs in one transaction, so that the first of them does not wait long.
    static let maximumTakenCount = 256

    private let condition = NSCondition()
    private var jobs: [WriterJob] = []
    /// The cancellations that the writer has not taken, each once.
    private var cancellations: Set<ReplyToken> = []
    private var isClosed = false

    /// Adds a job; false once the mailbox is closed.
    func post(_ job: WriterJob) -> Bool {
        let isAccepted = condition.withLock {
            guard !isClosed else { return false }
            jobs.append(job)
            return true
        }
        condition.signal()
        return isAccepted
    }

    /// Removes a command that the writer has not taken; false if it has.
    ///
    /// The writer then cancels the command if it waits for a long write.
    func cancel(_ token: ReplyToken) -> Bool {
        defer { condition.signal() }
        return condition.withLock {
            let index = jobs.firstIndex { job in
                guard case .command(_, token) = job else { return false }
                return true
            }
            guard let index else {
                if !isClosed { cancellations.insert(token) }
                return false
            }
            jobs.remove(at: index)
            return true
        }
    }

    /// Waits for jobs and takes them; nil once the mailbox is closed and empty.
    ///
    /// Only one thread may wait at a time.
    func next() -> [WriterJob]? {
        condition.withLock {
            while isEmpty, !isClosed { condition.wait() }
            return take()
        }
    }

    /// Waits for jobs for a limited time, in seconds, and takes them; nil once the mailbox is
    /// closed and empty.
    ///
    /// Only one thread may wait at a time.
    func next(within limit: TimeInterval) -> [WriterJob]? {
        let deadline = Date(timeIntervalSinceNow: limit)
        return condition.withLock {
            while isEmpty, !isClosed, condition.wait(until: deadline) {}
            return take()
        }
    }

    /// Takes the queued jobs without waiting; nil once the mailbox is closed and empty.
    func poll() -> [WriterJob]? { condition.withLock { take() } }

    /// Rejects further jobs; queued jobs can still be taken.
    func close() {
        condition.withLock { isClosed = true }
        condition.signal()
    }

    private var isEmpty: Bool { jobs.isEmpty && cancellations.isEmpty }

    private func take() -> [WriterJob]? {
        guard !isEmpty || !isClosed else { return nil }
        guard !cancellations.isEmpty else { return takeJobs() }
        defer { cancellations = [] }
        return cancellations.map { .cancellation($0) } + takeJobs()
    }

    private func takeJobs() -> [WriterJob] {
        guard jobs.count > Self.maximumTakenCount else {
            defer { jobs = [] }
            return jobs
        }
        defer { jobs.removeFirst(Self.maximumTakenCount) }
        return Array(jobs[..<Self.maximumTakenCount])
    }
}

/// A long write between its steps, and the jobs that must wait for it.
///
/// Other writes are executed between the steps. Two kinds wait until the long write is finished:
/// writes of the same connection, which are committed in order, and other long writes, which could
/// undo each other's steps forever.
struct WriterBacklog {
    /// The long write, before its next step.
    private(set) var unfinished: WriterJob?
    private var held: [WriterJob] = []
    private var blockedConnections: Set<Int> = []

    /// Whether a job must wait for the long write or for a job that waits.
    func mustWait(_ job: WriterJob) -> Bool {
        guard unfinished != nil, case .command(let step, let reply) = job else { return false }
        return step.isLong || blockedConnections.contains(reply.connection)
    }

    /// Keeps a job until the long write is finished.
    mutating func hold(_ job: WriterJob) {
        held.append(job)
        if case .command(_, let reply) = job { blockedConnections.insert(reply.connection) }
    }

    /// The progress of the long write, and of the requests that wait for it.
    var progress: [(ReplyToken, WorkProgress)] {
        let own: [(ReplyToken, WorkProgress)] =
            switch unfinished {
            case .command(let step, let token): [(token, step.progress)]
            case .erasure(let erasure, _, let token?): [(token, erasure.progress)]
            case .erasure, .backgroundTask, .call, .cancellation, .synchronization, nil: []
            }
        return own
            + held.compactMap { job in
                guard case .command(_, let token) = job else { return nil }
                return (token, WorkProgress(.wait))
            }
    }

    /// Ends a command that waits, or the long write after its last step.
    ///
    /// - Returns: The error for its reply; nil if the command is not in the backlog.
    mutating func cancel(_ token: ReplyToken) -> ProtocolError? {
        switch unfinished {
        case .command(_, token):
            unfinished = nil
            return .requestCancelled
        case .erasure(_, _, token):
            unfinished = nil
            return .erasureCancelled
        default: return cancelHeld(token) ? .requestCancelled : nil
        }
    }

    private mutating func cancelHeld(_ token: ReplyToken) -> Bool {
        let index = held.firstIndex { job in
            guard case .command(_, token) = job else { return false }
            return true
        }
        guard let index else { return false }
        held.remove(at: index)
        if !owners.contains(token.connection) { blockedConnections.remove(token.connection) }
        return true
    }

    /// The connections of the long write and of the jobs that wait.
    private var owners: Set<Int> {
        let jobs = held + (unfinished.map { [$0] } ?? [])
        return Set(
            jobs.compactMap { job in
                switch job {
                case .command(_, let token): token.connection
                case .erasure(_, _, let token): token?.connection
                case .backgroundTask, .call, .cancellation, .synchronization: nil
                }
            }
        )
    }

    /// Begins or continues a long write.
    mutating func suspend(_ step: any WriteStep, reply: ReplyToken) {
        unfinished = .command(step, reply)
        blockedConnections.insert(reply.connection)
    }

    /// Begins or continues a long write that no client requested.
    mutating func suspend(_ step: any WriteStep) { unfinished = .backgroundTask(step) }

    /// Begins or continues to overwrite what a long write deleted; without a token if no client
    /// waits.
    mutating func suspend(
        _ erasure: StoreErasure,
        reply: @escaping ErasureReply,
        token: ReplyToken?
    ) {
        unfinished = .erasure(erasure, reply, token)
        if let token { blockedConnections.insert(token.connection) }
    }

    /// Removes and returns the long write, to execute its next step.
    mutating func takeUnfinished() -> WriterJob? {
        defer { unfinished = nil }
        return unfinished
    }

    /// Removes and returns the jobs that waited, unless they still have to.
    mutating func takeReleased() -> [WriterJob] {
        guard unfinished == nil else { return [] }
        defer {
            held = []
            blockedConnections = []
        }
        return held
    }
}

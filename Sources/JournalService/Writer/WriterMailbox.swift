// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

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

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Synchronization

/// The queue of the writer.
///
/// Jobs that arrive during a commit form the next transaction; no job waits for a transaction to
/// fill. The length is bounded by the requests that connections may have in flight.
final class WriterMailbox: Sendable {
    /// The maximum number of jobs in one transaction, so that the first of them does not wait long.
    static let maximumTakenCount = 256

    private struct State {
        var jobs: [WriterJob] = []
        var waiter: CheckedContinuation<[WriterJob]?, Never>?
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Adds a job; false once the mailbox is closed.
    func post(_ job: WriterJob) -> Bool {
        let waiter = state.withLock { state -> (CheckedContinuation<[WriterJob]?, Never>?, Bool) in
            guard !state.isClosed else { return (nil, false) }
            guard let waiter = state.waiter else {
                state.jobs.append(job)
                return (nil, true)
            }
            state.waiter = nil
            return (waiter, true)
        }
        waiter.0?.resume(returning: [job])
        return waiter.1
    }

    /// Removes a command that the writer has not taken; false if it has.
    func cancel(_ token: ReplyToken) -> Bool {
        state.withLock { state in
            let index = state.jobs.firstIndex { job in
                guard case .command(_, token) = job else { return false }
                return true
            }
            guard let index else { return false }
            state.jobs.remove(at: index)
            return true
        }
    }

    /// Waits for jobs and takes them; nil once the mailbox is closed and empty.
    ///
    /// Only one caller may wait at a time. The caller remains on its executor, so that it takes
    /// jobs that arrived during the last commit without a change of threads.
    nonisolated(nonsending) func next() async -> [WriterJob]? {
        await withCheckedContinuation { continuation in
            let taken: [WriterJob]?? = state.withLock { state in
                if !state.jobs.isEmpty { return .some(Self.take(from: &state.jobs)) }
                if state.isClosed { return .some(nil) }
                state.waiter = continuation
                return nil
            }
            if let taken { continuation.resume(returning: taken) }
        }
    }

    /// Waits for jobs for a limited time and takes them; nil once the mailbox is closed and empty.
    ///
    /// Only one caller may wait at a time.
    nonisolated(nonsending) func next(within limit: Duration) async -> [WriterJob]? {
        let alarm = Task {
            guard (try? await Task.sleep(for: limit)) != nil else { return }
            _ = post(.call {})
        }
        defer { alarm.cancel() }
        return await next()
    }

    /// Takes the queued jobs without waiting; nil once the mailbox is closed and empty.
    func poll() -> [WriterJob]? {
        state.withLock { state in
            state.jobs.isEmpty && state.isClosed ? nil : Self.take(from: &state.jobs)
        }
    }

    /// Rejects further jobs; queued jobs can still be taken.
    func close() {
        let waiter = state.withLock { state in
            state.isClosed = true
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: nil)
    }

    private static func take(from jobs: inout [WriterJob]) -> [WriterJob] {
        guard jobs.count > maximumTakenCount else {
            defer { jobs = [] }
            return jobs
        }
        defer { jobs.removeFirst(maximumTakenCount) }
        return Array(jobs[..<maximumTakenCount])
    }
}

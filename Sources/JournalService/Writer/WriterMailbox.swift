// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import Synchronization

/// Names a request for those who answer it: which connection, and which of its requests.
struct ReplyAddress: Hashable, Sendable {
    let connection: Int
    let ticket: Ticket
}

/// What waits for the writer.
enum WriterJob: Sendable {
    /// A change that a client asked for.
    case command(any WriteMethod, ReplyAddress)
    /// A change that the daemon makes by itself.
    case chore(any WriterChore)
    /// Something to call once the writer gets to it, which shows that it is alive.
    case pulse(@Sendable () -> Void)
}

/// Where changes wait until the writer takes all of them at once.
///
/// While the writer commits, whatever comes piles up here and makes the next commit. Nobody ever
/// waits for company. Its length is bounded by what the connections may have in flight.
final class WriterMailbox: Sendable {
    /// How many jobs the writer takes at most, so that the first of them does not wait too long.
    static let maximumTakenCount = 256

    private struct State {
        var jobs: [WriterJob] = []
        var waiter: CheckedContinuation<[WriterJob]?, Never>?
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Leaves a job; false once the mailbox is closed.
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

    /// Takes back a command that the writer has not taken; false when it has.
    func withdraw(_ address: ReplyAddress) -> Bool {
        state.withLock { state in
            let index = state.jobs.firstIndex { job in
                guard case .command(_, address) = job else { return false }
                return true
            }
            guard let index else { return false }
            state.jobs.remove(at: index)
            return true
        }
    }

    /// What has piled up, as soon as there is anything; nil once the mailbox is closed and empty.
    ///
    /// Only one caller may wait at a time.
    func next() async -> [WriterJob]? {
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

    /// Takes no more jobs; what is there is still handed out.
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

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import SwiftData

/// The reads that wait for a reader, or for memory for their replies.
///
/// Many peers could request long replies at once and not accept them. So only as many reads are
/// started as keep the readers busy, and the next one when the reply of one of them was sent or its
/// length is known.
struct ReadQueue {
    /// A read that has not started.
    struct Read {
        /// The number of the connection that receives the reply.
        let connection: Int
        /// Whether the read may take long, so that other threads execute it.
        let isLong: Bool
        /// Ends the read when it is requested; the reply is then short.
        let cancellation: ReadInterruption
        /// Passes the read to the readers.
        let start: () -> Void
    }

    /// The number of reads of each kind that run at once: two for each thread, so that no thread
    /// waits for the event loop.
    static let maximumRunning = 4

    private var waiting: [Read] = []
    private var runningQuick = 0
    private var runningLong = 0

    /// Adds a read.
    mutating func add(_ read: Read) { waiting.append(read) }

    /// Handles the end of a read; the budget contains its reply.
    mutating func finished(isLong: Bool) {
        if isLong { runningLong -= 1 } else { runningQuick -= 1 }
    }

    /// Removes and returns the first read that may start now, or nil.
    ///
    /// - Complexity: O(*waiting reads*).
    mutating func next(within budget: borrowing MemoryBudget) -> Read? {
        guard runningQuick < Self.maximumRunning || runningLong < Self.maximumRunning else {
            return nil
        }
        guard let index = waiting.firstIndex(where: { mayStart($0, budget: budget) }) else {
            return nil
        }
        let read = waiting.remove(at: index)
        if read.isLong { runningLong += 1 } else { runningQuick += 1 }
        return read
    }

    private func mayStart(_ read: Read, budget: borrowing MemoryBudget) -> Bool {
        guard (read.isLong ? runningLong : runningQuick) < Self.maximumRunning else { return false }
        return read.cancellation.isRequested
            || budget.mayReply(to: read.connection, besides: runningQuick + runningLong)
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import NIOCore
import SwiftData
import Testing

@testable import JournalService

struct ReadQueueTests {
    private let limit = 10
    private let now = NIODeadline.uptimeNanoseconds(0)

    private func read(
        _ connection: Int,
        isLong: Bool = false,
        _ cancellation: ReadInterruption = ReadInterruption()
    ) -> ReadQueue.Read {
        ReadQueue.Read(connection: connection, isLong: isLong, cancellation: cancellation) {}
    }

    private func budget(unsent: Int, of connection: Int) -> MemoryBudget {
        var budget = MemoryBudget(limit: limit)
        budget.record(MemoryBudget.Use(unsent: unsent), of: connection, at: now)
        return budget
    }

    /// The connections of the reads that may start.
    private func started(_ queue: inout ReadQueue, _ budget: MemoryBudget) -> [Int] {
        var connections: [Int] = []
        while let read = queue.next(within: budget) { connections.append(read.connection) }
        return connections
    }

    @Test func readsOfEachKindStartInOrderUpToTheirNumber() {
        var queue = ReadQueue()
        let budget = MemoryBudget(limit: limit)
        for connection in 1...6 { queue.add(read(connection, isLong: true)) }
        for connection in 11...16 { queue.add(read(connection)) }
        #expect(started(&queue, budget) == [1, 2, 3, 4, 11, 12, 13, 14])
        queue.finished(isLong: false)
        #expect(started(&queue, budget) == [15])
        queue.finished(isLong: true)
        #expect(started(&queue, budget) == [5])
    }

    @Test func readsOfPeersThatAcceptOutputStartSinglyBeyondTheLimit() {
        var queue = ReadQueue()
        for connection in [1, 2, 3] { queue.add(read(connection)) }
        let exhausted = budget(unsent: limit, of: 1)
        #expect(started(&queue, exhausted) == [2])
        queue.finished(isLong: false)
        #expect(started(&queue, exhausted) == [3])
        queue.finished(isLong: false)
        #expect(started(&queue, exhausted) == [])
        #expect(started(&queue, budget(unsent: limit - 1, of: 1)) == [1])
    }

    @Test func onlyCancelledReadsStartBeyondTwiceTheLimit() {
        var queue = ReadQueue()
        let cancellation = ReadInterruption()
        queue.add(read(1))
        queue.add(read(2, cancellation))
        let exhausted = budget(unsent: 2 * limit, of: 3)
        #expect(started(&queue, exhausted) == [])
        cancellation.request()
        #expect(started(&queue, exhausted) == [2])
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Synchronization
import Testing

@testable import JournalService

struct HeartbeatTests {
    @Test func progressIsReportedAtMostOncePerInterval() {
        let count = Mutex(0)
        let start = ContinuousClock.now
        let heartbeat = Heartbeat(start: start) { count.withLock { $0 += 1 } }
        for step in 0..<35 { heartbeat.reportProgress(at: start + .milliseconds(100) * step) }
        #expect(count.withLock { $0 } == 3)
    }

    @Test func everyRequestOfATransactionIsProgress() throws {
        let bench = try WriterBench()
        let count = Mutex(0)
        bench.context.heartbeat = Heartbeat(interval: .zero) { count.withLock { $0 += 1 } }
        let calls = (1...7).map { number in
            Batch.Call(EntryCreate(text: "\(number)"))
        }
        let report = bench.commit([
            writerJob(EntryCreate(text: "a")), writerJob(Batch(calls: calls), number: 2),
            writerJob(EntryCreate(text: "b"), number: 3),
        ])
        #expect(report.kinds == [nil, nil, nil])
        #expect(count.withLock { $0 } == 10)
    }
}

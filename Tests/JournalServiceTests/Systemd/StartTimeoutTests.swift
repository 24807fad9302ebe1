// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Synchronization
import Testing

@testable import JournalService

struct StartTimeoutTests {
    @Test func progressExtendsTheTimeoutAtMostOncePerInterval() {
        let extensions = Mutex<[Duration]>([])
        let timeout = StartTimeout { time in extensions.withLock { $0.append(time) } }
        let start = ContinuousClock.now
        for step in 0..<25 { timeout.reportProgress(at: start + .milliseconds(100) * step) }
        #expect(
            extensions.withLock { $0 } == Array(repeating: StartTimeout.patience, count: 3)
        )
    }
}

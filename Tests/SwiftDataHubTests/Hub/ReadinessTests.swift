// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

@testable import SwiftDataHub
import Testing

struct ReadinessTests {
    @Test func timeIsRoundedUpToMilliseconds() {
        #expect(Readiness.milliseconds(until: .now - .seconds(1)) == 0)
        #expect(Readiness.milliseconds(until: .now + .nanoseconds(500_000)) == 1)
        #expect(Readiness.milliseconds(until: .now + .seconds(10_000_000)) == 86_400_000)
        let minute = Readiness.milliseconds(until: .now + .seconds(60))
        #expect((59_000...60_001).contains(minute))
    }

    @Test func descriptorIsReadyWhileThereIsAReason() throws {
        let interruption = try Interruption()
        func isReady() -> Bool {
            !Readiness.wait(toRead: [interruption.descriptor, -1], until: .now).isEmpty
        }
        #expect(!isReady())
        interruption.raise()
        interruption.raise()
        interruption.lower()
        #expect(isReady())
        interruption.lower()
        #expect(!isReady())
    }
}

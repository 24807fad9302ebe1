// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import JournalService

@Suite struct ShutdownTriggerTests {
    @Test func onlyTheFirstReasonIsReported() async {
        let signal = ShutdownTrigger()
        signal.fire("one")
        signal.fire("two")
        #expect(await signal.reason().text == "one")
    }

    @Test func waitingCallerIsResumed() async {
        let signal = ShutdownTrigger()
        async let reason = signal.reason()
        signal.fire("now")
        #expect(await reason.text == "now")
    }
}

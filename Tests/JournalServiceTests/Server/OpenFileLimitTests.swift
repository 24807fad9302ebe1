// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import JournalService

@Suite struct OpenFileLimitTests {
    @Test(arguments: [0, 5, 20, OpenFileLimit.minimum - 1])
    func limitsThatAreTooLowAreStartupErrors(limit: Int) {
        let error = #expect(throws: StartupError.self) {
            try OpenFileLimit.check(UInt(limit))
        }
        #expect(error?.code == .configuration)
        #expect(error?.description.contains("is \(limit), ") == true)
    }

    @Test func minimumLimitIsEnough() {
        #expect(throws: Never.self) { try OpenFileLimit.check(UInt(OpenFileLimit.minimum)) }
    }
}

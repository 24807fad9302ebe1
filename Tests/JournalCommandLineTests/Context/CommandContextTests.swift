// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalCommandLine
import JournalProtocol
import Testing

struct CommandContextTests {
    /// Returns the error of a value of `--timeout`; nil if it is valid.
    private func problem(ofTimeout seconds: Double) -> String? {
        let context = CommandContext(
            CommandContext.Options(socket: "/tmp/journal.sock", timeoutSeconds: seconds),
            environment: Environment([:])
        )
        do {
            _ = try context.client
            return nil
        } catch {
            return error.message
        }
    }

    @Test(arguments: [0.001, 0.5, 60, 999_999_999])
    func timeoutsFromAMillisecondAreValid(seconds: Double) {
        #expect(problem(ofTimeout: seconds) == nil)
    }

    @Test(arguments: [0, -1, 0.0001, -.infinity, .nan])
    func shorterTimeoutsAreRefused(seconds: Double) {
        #expect(problem(ofTimeout: seconds) == "--timeout must be at least 0.001 seconds")
    }

    @Test(arguments: [1e9, .infinity])
    func endlessTimeoutsAreRefused(seconds: Double) {
        #expect(problem(ofTimeout: seconds) == "--timeout must be less than 1000000000 seconds")
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalSystem
import Testing

struct CurrentProcessTests {
    @Test func variablesAreThoseOfTheEnvironment() {
        #expect(CurrentProcess.variables == ProcessInfo.processInfo.environment)
    }

    @Test func userAndTheHomeDirectoryAreThoseOfTheUserDatabase() {
        #expect(CurrentProcess.userID == geteuid())
        #expect(CurrentProcess.homeDirectory?.hasPrefix("/") == true)
    }

    @Test func versionHasThreeNumbers() {
        let numbers = JournalVersion.current.split(separator: ".").map { Int($0) }
        #expect(numbers.count == 3)
        #expect(!numbers.contains(nil))
    }
}

struct StandardDescriptorsTests {
    @Test func pipeIsNoTerminalAndHasADirection() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        #expect(!StandardDescriptors.isTerminal(ends[0]))
        #expect(StandardDescriptors.isReadable(ends[0]))
        #expect(!StandardDescriptors.isReadable(ends[1]))
        for end in ends { close(end) }
        #expect(!StandardDescriptors.isReadable(-1))
    }
}

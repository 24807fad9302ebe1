// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Logging
import Testing

@testable import JournalService

@Suite struct StandardErrorLogHandlerTests {
    @Test func prioritiesReplaceTimeAndLevel() {
        let line = StandardErrorLogHandler.line(
            level: .warning,
            text: "two\nlines",
            hasPriorities: true
        )
        #expect(line == "<4>two lines\n")
    }

    @Test func linesWithoutPriorityStartWithTheTime() {
        let line = StandardErrorLogHandler.line(level: .info, text: "hello", hasPriorities: false)
        #expect(line.hasSuffix("Z info: hello\n"))
    }

    @Test func streamOfSystemdIsRecognizedByDeviceAndInode() throws {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        var status = stat()
        try #require(fstat(descriptor, &status) == 0)
        let name = "\(status.st_dev):\(status.st_ino)"
        #expect(SystemdLogStream.isConnected(descriptor, variable: name))
        #expect(!SystemdLogStream.isConnected(descriptor, variable: name + "1"))
        #expect(!SystemdLogStream.isConnected(descriptor, variable: "nonsense"))
        #expect(!SystemdLogStream.isConnected(descriptor, variable: nil))
    }
}

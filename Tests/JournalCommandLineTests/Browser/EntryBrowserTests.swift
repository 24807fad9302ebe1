// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalClientTesting
import JournalCommandLine
import JournalProtocol
import Testing

struct EntryBrowserTests {
    @Test func dumbTerminalHasNoScreen() throws {
        let directory = try TemporaryDirectory()
        let options = CommandContext.Options(
            socket: directory.path + "/journal.sock",
            mayStart: false
        )
        let context = CommandContext(options, environment: Environment(["TERM": "dumb"]))
        var browser = try EntryBrowser(ListOpen(), in: context)
        let error = #expect(throws: ClientError.self) { try browser.run() }
        #expect(error?.exitStatus == 64)
        #expect(error?.message.contains("TERM") == true)
    }
}

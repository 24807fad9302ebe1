// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalClientTesting
import JournalCommandLine
import JournalProtocol
import Testing

struct CursorFileTests {
    @Test func cursorThatWasWrittenIsReadBack() throws {
        let directory = try TemporaryDirectory()
        let file = CursorFile(path: directory.path + "/cursor")
        let cursor = Cursor(epoch: "e", revision: 3)
        #expect(try file.read() == nil)
        try file.write(cursor)
        #expect(try file.read() == cursor)
    }

    @Test(arguments: ["x", ""])
    func invalidFileIsAnError(content: String) throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/cursor"
        try FileSystem.write(Array(content.utf8), to: path)
        #expect(throws: ClientError.self) { try CursorFile(path: path).read() }
    }
}

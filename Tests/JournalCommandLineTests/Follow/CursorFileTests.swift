// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Glibc
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

    @Test func fileBehindALinkIsReplaced() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/link"
        try #require(symlink("cursor", path) == 0)
        let cursor = Cursor(epoch: "e", revision: 3)
        #expect(try CursorFile(path: path).read() == nil)
        try CursorFile(path: path).write(cursor)
        #expect(FileSystem.target(ofLink: path) == "cursor")
        #expect(try CursorFile(path: directory.path + "/cursor").read() == cursor)
    }

    @Test func whatIsNoFileIsAnError() throws {
        let directory = try TemporaryDirectory()
        let fifo = directory.path + "/fifo"
        try #require(mkfifo(fifo, 0o600) == 0)
        for path in [fifo, "/dev/null", directory.path] {
            let error = #expect(throws: ClientError.self) { try CursorFile(path: path).read() }
            #expect(error?.message.hasPrefix("\(path) is not a regular file") == true)
        }
    }

    @Test(arguments: ["x", ""])
    func invalidFileIsAnError(content: String) throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/cursor"
        try FileSystem.write(Array(content.utf8), to: path)
        #expect(throws: ClientError.self) { try CursorFile(path: path).read() }
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@Suite struct BackupTests {
    @Test func messagesRoundTrip() throws {
        #expect(try Backup(json: Backup(path: "/a").json) == Backup(path: "/a"))
        #expect(try BackupVerify(json: BackupVerify(path: "/a").json) == BackupVerify(path: "/a"))
        let reply = Backup.Reply(path: "/a", size: 4096, cursor: Samples.cursor)
        #expect(try Backup.Reply(json: reply.json) == reply)
        let problems = [[], ["row 1 is missing"]]
        for problems in problems {
            let found = BackupVerify.Reply(
                problems: problems,
                entryCount: 3,
                attachmentCount: 1,
                version: "2.0.0"
            )
            #expect(try BackupVerify.Reply(json: found.json) == found)
            #expect(found.isIntact == problems.isEmpty)
        }
    }

    @Test(arguments: ["", "a", "./a", "~/a", "/a\0b"]) func otherPathsAreRejected(path: String) {
        for error in [
            #expect(throws: InvalidParams.self) { try Backup(json: ["path": .string(path)]) },
            #expect(throws: InvalidParams.self) { try BackupVerify(json: ["path": .string(path)]) },
        ] { #expect(error?.error.details["path"] == "params.path") }
    }
}

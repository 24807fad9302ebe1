// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalSystem
import Testing

struct UserDatabaseTests {
    private static let content = """
        root:x:0:0:root:/root:/bin/bash
        # a comment
        +::::::
        short:x:7
        me:x:1000:1000:Me:relative:/bin/sh
        you:x:1001:1001::/home/you:/bin/sh
        again:x:1001:1001::/home/again:/bin/sh
        nobody:x:65534:65534:nobody::/usr/sbin/nologin
        last:x:2000:2000:Last:/home/last
        """

    @Test(
        arguments: [
            (0, "/root"), (7, nil), (1000, nil), (1001, "/home/you"), (65534, nil),
            (2000, "/home/last"), (4242, nil),
        ] as [(UInt32, String?)]
    )
    func homeDirectoryIsThatOfTheFirstEntry(user: UInt32, expected: String?) {
        #expect(UserDatabase(content: Self.content).homeDirectory(of: user) == expected)
    }

    @Test func databaseOfThisMachineHasASuperuser() {
        #expect(UserDatabase.local().homeDirectory(of: 0) == "/root")
    }
}

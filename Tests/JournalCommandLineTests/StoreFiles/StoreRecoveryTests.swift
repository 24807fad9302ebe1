// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import JournalCommandLine

/// The names of recovered files.
struct StoreRecoveryTests {
    @Test(
        arguments: [
            ("photo.jpg", "photo.jpg"), ("a/b\0c.txt", "abc.txt"), ("", "file"), ("/", "file"),
            (String(repeating: "x", count: 255), String(repeating: "x", count: 200)),
            (
                String(repeating: "é", count: 125) + ".jpeg",
                String(repeating: "é", count: 97) + ".jpeg"
            ),
            (String(repeating: "👩‍👩‍👧", count: 14), String(repeating: "👩‍👩‍👧", count: 11)),
        ]
    )
    func namesAreCutAtACharacter(name: String, expected: String) {
        let cut = StoreRecovery.fileName(name)
        #expect(cut == expected)
        #expect(cut.utf8.count <= 200)
    }
}

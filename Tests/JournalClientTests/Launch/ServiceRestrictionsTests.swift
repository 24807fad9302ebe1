// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import Testing

struct ServiceRestrictionsTests {
    private static let strict = [
        "ProtectSystem": "strict", "ProtectHome": "read-only",
        "ReadWritePaths": "-/home/me/my data -/disk",
    ]
    private static let home = ["ProtectHome": "read-only", "ReadWritePaths": "/home/me/data"]

    @Test(arguments: [
        (strict, "/home/me/my data", true), (strict, "/home/me/my data/journal", true),
        (strict, "/disk", true), (strict, "/home/me", false), (strict, "/diskette", false),
        (strict, "/", false), (home, "/home/me/data", true), (home, "/home/me", false),
        (home, "/disk", true), (["ProtectHome": "no"], "/home/me", true), ([:], "/home/me", true),
        (["ProtectSystem": "strict", "ReadWritePaths": "/"], "/disk", true),
    ])
    func foldersThatAreNotListedAreReadOnly(
        properties: [String: String],
        folder: String,
        expected: Bool
    ) {
        let restrictions = ServiceRestrictions(properties: properties)
        #expect(restrictions.permitsWriting(to: folder) == expected)
    }
}

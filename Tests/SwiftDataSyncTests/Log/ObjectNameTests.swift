// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftDataSync

struct ObjectNameTests {
    private static let digest = "000000000000002a00000000000000ff"

    @Test(arguments: [false, true])
    func namesAreParsedAsTheyAreWritten(isRewrite: Bool) {
        let name = ObjectName(
            node: NodeID(rawValue: 0xA1),
            start: 0,
            end: 12,
            isRewrite: isRewrite,
            digest: RowKey(high: 42, low: 255)
        )
        let text = "log/00000000000000a1/0-12\(isRewrite ? "m" : "")-\(Self.digest)"
        #expect(name.description == text)
        #expect(ObjectName(text) == name)
    }

    /// Files that other programs leave in a folder.
    @Test(arguments: [
        "", "log", "log/a1/0-12-\(digest)", "log/00000000000000a1/12-12-\(digest)",
        "log/00000000000000A1/0-12-\(digest)", "log/00000000000000a1/00-12-\(digest)",
        "log/00000000000000a1/0-12-\(digest).tmp", "log/00000000000000a1/0-+12-\(digest)",
        "log/00000000000000a1/0-12-\(digest).sync-conflict-20261127-101112-ABCDEFG",
        "log/00000000000000a1/0-12mm-\(digest)", "log/00000000000000a1/-1-12-\(digest)",
        "log/00000000000000a1/0-99999999999999999999-\(digest)", "log/00000000000000a1/0-12-é",
        "log//0-12-\(digest)", "log/00000000000000a1/0-12-\(digest)/",
    ])
    func otherNamesAreIgnored(text: String) {
        #expect(ObjectName(text) == nil)
    }
}

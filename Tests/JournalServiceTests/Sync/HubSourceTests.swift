// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import JournalService

/// The names of hubs for people.
struct HubSourceTests {
    @Test(arguments: [
        ("/media/stick", "/media/stick"),
        ("ssh://home/journal", "ssh://home/journal"),
        ("ssh://me@home/a:b@c", "ssh://me@home/a:b@c"),
        ("postgresql://me:secret@db/x?sslmode=require", "postgresql://me@db/x?sslmode=require"),
        ("postgresql://me:a@b@db/x", "postgresql://me@db/x"),
        ("postgresql://db/x?password=secret", "postgresql://db/x"),
        ("postgresql://db/x?a=1&password=secret", "postgresql://db/x?a=1"),
    ])
    func passwordIsNotShown(address: String, shown: String) {
        #expect(HubText.shown(address) == shown)
    }
}

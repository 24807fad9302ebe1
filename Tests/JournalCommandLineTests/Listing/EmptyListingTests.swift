// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalClientTesting
import JournalProtocol
import Testing

@testable import JournalCommandLine

struct EmptyListingTests {
    private static func server() throws -> FakeServer {
        let tags = ["Home", "garden"].map {
            TagRecord(id: "t", name: $0, entryCount: 1, revision: 1)
        }
        return try FakeServer { _ in
            .result(TagList.Reply(tags: tags, cursor: Cursor(epoch: "e", revision: 1)).json)
        }
    }

    @Test(arguments: [
        (["home", "GARDEN"], "no entries found"),
        (["home", "house"], "no entries found: there is no tag \"house\""),
        (["a", "home", "b"], "no entries found: there are no tags \"a\", \"b\""),
    ])
    func unknownTagsAreNamed(tags: [String], message: String) throws {
        let server = try Self.server()
        let client = try JournalClient(at: server.path)
        #expect(try EmptyListing(Filter(tags: tags)).text(client) == message)
    }

    @Test func tagsAreReadOnlyIfTheFilterHasSome() throws {
        let server = try Self.server()
        let client = try JournalClient(at: server.path)
        #expect(try EmptyListing(Filter(notebook: "x")).text(client) == "no entries found")
        #expect(server.requests.isEmpty)
    }
}

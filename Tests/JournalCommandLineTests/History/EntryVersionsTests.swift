// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalClientTesting
import JournalProtocol
import Testing

@testable import JournalCommandLine

/// The versions of an entry, read page by page.
struct EntryVersionsTests {
    private static let entry = EntryEditingTests.entry

    private static func version(_ number: Int, truncated: Bool = false) -> EntryVersion {
        EntryVersion(
            id: EntryID(high: UInt64(number), low: 0),
            replacedAt: .epoch,
            text: truncated ? "begin" : "text \(number)",
            truncated: truncated
        )
    }

    /// A server with versions, of which a page has some; the one with a number is shortened.
    private static func server(
        _ count: Int,
        page length: Int = 2,
        truncated: Int? = nil
    ) throws -> FakeServer {
        try FakeServer { request in
            guard let call = try? EntryHistory(json: request.params) else { return .close }
            let cursor = Cursor(epoch: "e", revision: 1)
            if let id = call.version {
                let number = Int(id.bits.high)
                let reply = EntryHistory.Reply(versions: [version(number)], cursor: cursor)
                return .result(reply.json)
            }
            let start = Int(call.page?.position.first ?? 0)
            let end = min(count, start + min(length, call.limit))
            let versions = (start..<end).map { index in
                version(index + 1, truncated: index + 1 == truncated && call.include == .summary)
            }
            let next = PageCursor(epoch: "e", queryHash: 1, position: [Int64(end)])
            return .result(
                EntryHistory.Reply(
                    versions: versions,
                    nextPage: end < count ? next : nil,
                    cursor: cursor
                ).json
            )
        }
    }

    private static func versions(_ server: FakeServer) throws -> EntryVersions {
        EntryVersions(client: try JournalClient(at: server.path), entry: entry)
    }

    @Test(arguments: [0, 1, 2, 5]) func allVersionsAreNewestFirst(count: Int) throws {
        let server = try Self.server(count)
        var texts: [String] = []
        try Self.versions(server).forEach { texts.append($0.text) }
        #expect(texts == (0..<count).map { "text \($0 + 1)" })
    }

    @Test(arguments: [(1, 1), (2, 1), (3, 2), (5, 3)])
    func versionIsOnItsPage(number: Int, requests: Int) throws {
        let server = try Self.server(5)
        #expect(try Self.versions(server).version(number).text == "text \(number)")
        #expect(server.requests.count { $0.method == "entry.history" } == requests)
    }

    @Test func shortenedVersionIsReadWhole() throws {
        let server = try Self.server(3, truncated: 2)
        #expect(try Self.versions(server).version(2).text == "text 2")
        let last = try #require(server.requests.last)
        #expect(try EntryHistory(json: last.params).version == EntryID(high: 2, low: 0))
    }

    @Test(arguments: [
        (0, 1, "its text was never changed"), (1, 2, "it has 1 version"),
        (3, 4, "it has 3 versions"), (3, 9, "it has 3 versions"),
    ])
    func missingVersionIsExplained(count: Int, number: Int, reason: String) throws {
        let server = try Self.server(count)
        let versions = try Self.versions(server)
        let error = #expect(throws: ClientError.self) { try versions.version(number) }
        #expect(error?.code == .missing)
        #expect(error?.message == "entry \(Self.entry.id) has no version \(number); \(reason)")
    }
}

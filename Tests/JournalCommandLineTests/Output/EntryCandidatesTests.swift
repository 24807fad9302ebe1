// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalClientTesting
import JournalCommandLine
import JournalProtocol
import Testing

struct EntryCandidatesTests {
    private static let cursor = Cursor(epoch: "e", revision: 1)

    /// Creates a server with entries whose ids start with the same digits; one with an empty text is
    /// deleted.
    private static func server(_ texts: [String]) throws -> FakeServer {
        let ids = texts.indices.map { "8c5f000\($0)-0000-4000-8000-00000000abcd" }
        return try FakeServer { request in
            let id = request.params["id"]?.stringValue ?? ""
            guard let index = ids.firstIndex(of: id), let entryID = EntryID(id) else {
                let details: JSONObject = ["candidates": .array(ids.map { .string($0) })]
                return .error(ProtocolError(.entryAmbiguous, "several entries", details: details))
            }
            guard !texts[index].isEmpty else {
                return .error(ProtocolError(.entryNotFound, "entry \(id) does not exist"))
            }
            var entry = EntryEditingTests.entry
            entry.id = entryID
            entry.text = texts[index]
            return .result(EntryGet.Reply(entry: entry, cursor: cursor).json)
        }
    }

    private func advice(_ texts: [String]) throws -> String? {
        let server = try Self.server(texts)
        let reference = try #require(EntryReference("8c5f"))
        let client = try JournalClient(at: server.path)
        let error = try #require(
            #expect(throws: ClientError.self) { try client.call(EntryDelete(id: reference)) }
        )
        #expect(error.advice == nil)
        return EntryCandidates(client: client).explaining(error).advice
    }

    @Test func eachCandidateShowsItsFirstWords() throws {
        let long = String(repeating: "word ", count: 20)
        #expect(
            try advice(["\nRain all day\nand the roof", "", long]) == """
                Candidates:
                  8c5f0000-0000-4000-8000-00000000abcd  Rain all day
                  8c5f0001-0000-4000-8000-00000000abcd
                  8c5f0002-0000-4000-8000-00000000abcd  word word word word word word word wo…
                Use more digits of the id.
                """
        )
    }

    @Test func onlyTheFirstCandidatesAreShown() throws {
        let lines = try advice((1...7).map { "text \($0)" })?.split(separator: "\n") ?? []
        try #require(lines.count == 8)
        #expect(lines[5].hasSuffix("  text 5"))
        #expect(lines[6] == "  and others")
    }
}

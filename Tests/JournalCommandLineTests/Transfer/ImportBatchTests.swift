// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalClientTesting
import JournalProtocol
import JournalTransfer
import Testing

@testable import JournalCommandLine

struct ImportBatchTests {
    private static func calls(of request: Request) -> [JSON] {
        guard case .array(let calls)? = request.params["calls"] else { return [] }
        return calls
    }

    private static func id(_ number: Int) -> EntryID { EntryID(high: 1, low: UInt64(number)) }

    private static func batch(_ count: Int) -> ImportBatch {
        var batch = ImportBatch()
        for number in 0..<count {
            batch.append(
                ImportBatch.Item(
                    TransferEntry(text: "\(number)", createdAt: .epoch),
                    id: id(number),
                    zone: "UTC",
                    place: "\(number)",
                    content: { .file($0) }
                )
            )
        }
        return batch
    }

    /// Sends a batch to a server on which the entries with some texts exist with other texts;
    /// returns the summary and the number of entries that were sent.
    private func send(
        _ count: Int,
        existing: @escaping @Sendable (Int) -> Bool
    ) throws -> (summary: ImportSummary, sentCount: Int) {
        let cursor: JSON = "f1925d06-9cfc-40f1-b1c5-f0ac67b248e5.6"
        let server = try FakeServer { request in
            let calls = Self.calls(of: request)
            let index = calls.firstIndex { call in
                existing(Int(call["params"]?["text"]?.stringValue ?? "") ?? 0)
            }
            if let index {
                let cause = ProtocolError(.entryExists, "it exists")
                return .error(
                    ProtocolError(
                        .batchFailed,
                        "a call failed",
                        details: ["index": index.json, "cause": cause.json]
                    )
                )
            }
            let results = calls.map { _ -> JSON in ["created": true, "rev": 6] }
            return .result(["results": .array(results), "cursor": cursor])
        }
        var summary = ImportSummary()
        let client = try JournalClient(at: server.path)
        client.beginStep("import")
        #expect(try Self.batch(count).send(with: client, summary: &summary).isEmpty)
        let steps = Set(server.requests.map { $0.params["step"]?["id"]?.stringValue })
        #expect(steps == [client.step?.id.text])
        let sent = server.requests.reduce(0) { $0 + Self.calls(of: $1).count }
        return (summary, sent)
    }

    @Test func entriesThatExistAreSentFewTimes() throws {
        let all = try send(300) { _ in true }
        #expect(all.summary.changed == 300)
        #expect(all.summary.created == 0)
        #expect(all.sentCount < 1_200)
        let most = try send(300) { !$0.isMultiple(of: 50) }
        #expect(most.summary.changed == 294)
        #expect(most.summary.created == 6)
        #expect(most.sentCount < 1_500)
    }

    @Test func singleFailuresCostLittle() throws {
        let one = try send(300) { $0 == 250 }
        #expect(one.summary.changed == 1)
        #expect(one.summary.created == 299)
        #expect(one.sentCount < 700)
        #expect(try send(300) { _ in false }.sentCount == 300)
    }

    @Test func existingEntriesInTheTrashAreCounted() throws {
        let server = try FakeServer { request in
            let results = Self.calls(of: request).map { call -> JSON in
                #expect(call["params"]?["include"] == "summary")
                switch call["params"]?["text"]?.stringValue {
                case "new": return ["created": true, "rev": 6, "entry": [:]]
                case "trashed":
                    return [
                        "created": false, "rev": 5,
                        "entry": ["trashedAt": "2026-11-21T18:30:00Z"],
                    ]
                default: return ["created": false, "rev": 4, "entry": [:]]
                }
            }
            let cursor: JSON = "f1925d06-9cfc-40f1-b1c5-f0ac67b248e5.6"
            return .result(["results": .array(results), "cursor": cursor])
        }
        var batch = ImportBatch()
        batch.showsTrash = true
        for (number, text) in ["new", "trashed", "existing"].enumerated() {
            batch.append(
                ImportBatch.Item(
                    TransferEntry(text: text, createdAt: .epoch),
                    id: EntryID(high: 1, low: UInt64(number)),
                    zone: "UTC",
                    place: text,
                    content: { .file($0) }
                )
            )
        }
        var summary = ImportSummary()
        let client = try JournalClient(at: server.path)
        #expect(try batch.send(with: client, summary: &summary).isEmpty)
        #expect(summary.text == "1 entry imported, 2 existed already, 1 of them in the trash")
        #expect(summary.json["trashed"] == 1)
    }

    @Test func newestEarlierTextsThatFitAreSent() {
        func item(_ earlierTexts: [String]) -> ImportBatch.Item {
            var entry = TransferEntry(text: "text", createdAt: .epoch)
            entry.earlierTexts = earlierTexts.map { ImportedVersion(text: $0) }
            return ImportBatch.Item(
                entry,
                id: EntryID(high: 1, low: 1),
                zone: "UTC",
                place: "1",
                content: { .file($0) }
            )
        }
        let few = item(["a", " ", "b"])
        #expect(few.call.earlierTexts.map(\.text) == ["a", "b"])
        #expect(few.omittedTextCount == 1)
        let many = item((0...Limits.earlierTexts).map { "\($0)" })
        #expect(many.call.earlierTexts.map(\.text) == (1...Limits.earlierTexts).map { "\($0)" })
        #expect(many.omittedTextCount == 1)
        let half = String(repeating: "x", count: ImportBatch.maximumLength / 2)
        let long = item([half + "1", half + "2", half + "3"])
        #expect(long.call.earlierTexts.map(\.text) == [half + "3"])
        #expect(long.omittedTextCount == 2)
    }

    @Test(arguments: [0, 1, Limits.earlierTexts], [0, Limits.tags])
    func requestsOfFullBatchesAreShortEnough(earlierTextCount: Int, tagCount: Int) {
        var entry = TransferEntry(text: "\u{1}", createdAt: .epoch)
        entry.notebook = String(repeating: "\u{1}", count: Limits.name)
        entry.tags = (0..<tagCount).map { _ in String(repeating: "\u{1}", count: Limits.name) }
        entry.earlierTexts = (0..<earlierTextCount).map { _ in
            ImportedVersion(text: "\u{1}", replacedAt: .epoch)
        }
        var batch = ImportBatch()
        var calls: [Batch.Call] = []
        while true {
            let item = ImportBatch.Item(
                entry,
                id: EntryID(high: 1, low: UInt64(calls.count)),
                zone: "America/Argentina/ComodRivadavia",
                place: "1",
                content: { .file($0) }
            )
            guard batch.hasRoom(for: item) else { break }
            batch.append(item)
            calls.append(Batch.Call(item.call))
        }
        #expect(!calls.isEmpty)
        #expect(Batch(calls: calls).json.description.utf8.count < Limits.line - 1000)
    }
}

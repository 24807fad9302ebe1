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
        var batch = ImportBatch()
        for number in 0..<count {
            batch.append(
                ImportBatch.Item(
                    TransferEntry(text: "\(number)", createdAt: .epoch),
                    id: EntryID(high: 1, low: UInt64(number)),
                    zone: "UTC",
                    place: "\(number)",
                    "."
                )
            )
        }
        var summary = ImportSummary()
        var created: [EntryChange] = []
        let client = try JournalClient(at: server.path)
        let problems = try batch.send(with: client, &summary) { changes, _ in created += changes }
        #expect(problems.isEmpty)
        #expect(created.map(\.revision) == Array(repeating: 6, count: summary.created))
        #expect(Set(created.map(\.id)).count == summary.created)
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
}

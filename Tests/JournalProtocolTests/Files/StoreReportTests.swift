// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

/// The results that `journal-daemon` prints for the client that started it.
struct StoreReportTests {
    private static let values = EncryptedValueReport(count: 9, damagedCount: 1, entries: ["e"])
    private static let whole: StoreReport = {
        var report = StoreReport(
            problems: ["index entries is damaged"],
            entryCount: 2,
            attachmentCount: 1,
            version: "1.0.0",
            newest: Samples.time.utc,
            needsOnlyIndex: true,
            isEncrypted: true,
            values: values
        )
        report.kept = "/s/journal.store.old"
        return report
    }()

    private static let results: [(any ProtocolObject, String)] = [
        (
            whole,
            #"""
            {"intact":false,"problems":["index entries is damaged"],"entries":2,"attachments":1,\#
            "schema":"1.0.0","newest":"2026-11-21T09:15:00.250Z","needsOnlyIndex":true,\#
            "encrypted":true,"values":{"checked":9,"damaged":1,"entries":["e"]},\#
            "kept":"/s/journal.store.old"}
            """#
        ),
        (
            StoreReport(
                problems: [],
                entryCount: 0,
                attachmentCount: 0,
                version: "1.0.0",
                newest: nil
            ),
            #"{"intact":true,"problems":[],"entries":0,"attachments":0,"schema":"1.0.0"}"#
        ),
        (StoreConversion(isEncrypted: true), #"{"encrypted":true}"#),
        (
            StoreConversion(isEncrypted: false, isUnchanged: true, losses: ["x"], kept: "/k"),
            #"{"encrypted":false,"unchanged":true,"losses":["x"],"kept":"/k"}"#
        ),
        (StoreReplacement(kept: nil), "{}"), (StoreReplacement(kept: "/k"), #"{"kept":"/k"}"#),
        (
            SealedValueRequest(table: "entry", column: "text", key: -7, value: Base64([0, 1])),
            #"{"table":"entry","column":"text","key":-7,"value":"AAE="}"#
        ),
        (SealedValueReply(text: ""), #"{"text":""}"#), (SealedValueReply(), "{}"),
        (SealedValueReply(data: Base64([])), #"{"data":""}"#),
    ]

    @Test(arguments: results.indices) func resultHasItsText(index: Int) throws {
        let (result, text) = Self.results[index]
        #expect(String(decoding: result.serialized(), as: UTF8.self) == text)
        let parsed = try type(of: result).init(json: JSON.parse(Array(text.utf8)))
        #expect(String(decoding: parsed.serialized(), as: UTF8.self) == text)
    }

    @Test func everyMemberIsDecoded() throws {
        #expect(try StoreReport(json: Self.whole.json) == Self.whole)
        let request = SealedValueRequest(table: "t", column: "c", key: .max, value: Base64([7]))
        #expect(try SealedValueRequest(json: request.json) == request)
    }

    /// What follows from other members is computed from them, whatever a peer sends.
    @Test func derivedMembersAreNotRead() throws {
        let json: JSON = [
            "intact": true, "problems": ["bad"], "entries": 0, "attachments": 0, "schema": "1",
        ]
        #expect(try StoreReport(json: json).json["intact"] == false)
        let memory = MemoryRecord(requests: 1, output: 20, lists: 300, subscriptions: 4000)
        #expect(memory.total == 4321)
        #expect(memory.parts.map(\.byteCount).reduce(0, +) == memory.total)
        let names = MemoryRecord.parameters.map(\.name)
        #expect(memory.parts.map(\.name) == names)
        for (name, byteCount) in memory.parts { #expect(memory.json[name] == byteCount.json) }
    }
}

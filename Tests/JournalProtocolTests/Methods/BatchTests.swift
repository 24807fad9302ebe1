// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

struct BatchTests {
    private static let reference = EntryReference("8c5f")

    @Test func batchIsRepeatedOnlyIfEachCallCanBe() throws {
        let id = EntryID("8c5f0f2e-0000-4000-8000-00000000abcd")
        let own = Batch.Call(EntryCreate(id: id, text: "a"))
        let other = Batch.Call(EntryCreate(text: "a"))
        let delete = Batch.Call(EntryDelete(id: try #require(Self.reference)))
        #expect(Batch(calls: [own, own]).isIdempotent)
        #expect(!Batch(calls: [own, other]).isIdempotent)
        #expect(!Batch(calls: [own, delete]).isIdempotent)
    }

    @Test(arguments: MethodName.allCases) func onlySomeMethodsAreBatchable(method: MethodName) {
        let json: JSON = ["method": .string(method.rawValue)]
        let call = try? Batch.Call(json: json)
        #expect((call != nil) == method.traits.isBatchable)
        #expect(call == nil || method.traits.writes)
        #expect(call?.params == (call == nil ? nil : [:]))
    }

    @Test func callsAreLimited() throws {
        let call: JSON = ["method": "notebook.create", "params": ["name": "a"]]
        let calls = Array(repeating: call, count: Limits.batch)
        #expect(try Batch(json: ["calls": .array(calls)]).calls.count == Limits.batch)
        let error = #expect(throws: InvalidParams.self) {
            try Batch(json: ["calls": .array(calls + [call])])
        }
        #expect(error?.description == "params.calls: expected 1 to 1000 calls, got 1001")
    }

    @Test func capabilitiesAreThoseOfAllCalls() {
        let calls: JSON = [
            ["method": "entry.update", "params": ["addTags": ["a"]]],
            ["method": "entry.create", "params": ["earlierTexts": []]],
            ["method": "batch", "params": ["calls": []]],
            ["method": "x", "params": ["addTags": []]],
            ["method": "entry.update"], [:], 7,
        ]
        #expect(
            MethodName.batch.requiredCapabilities(of: ["calls": calls])
                == ["entry.update.addTags", "entry.create.earlierTexts"]
        )
        #expect(MethodName.batch.requiredCapabilities(of: [:]) == [])
    }

    @Test(arguments: MethodName.allCases) func traitsAgree(method: MethodName) {
        let traits = method.traits
        #expect(!traits.isBatchable || traits.writes)
        #expect(!traits.reportsProgress || traits.mayTakeLong)
        #expect(!(traits.reads && traits.writes))
        #expect(!method.namesStep || traits.writes)
        #expect(!traits.reads || traits.isConcurrencyLimited)
    }
}

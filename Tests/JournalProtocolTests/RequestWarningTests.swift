// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

struct RequestWarningTests {
    private func paths(_ params: String, _ method: MethodName) throws -> [String] {
        let json = try JSON.parse(Array(params.utf8))
        return RequestWarning.unknownMembers(of: json, method: method).map(\.path)
    }

    @Test func knownMembersHaveNoWarning() throws {
        let params = #"{"filter":{"tags":["a"],"since":"2026-01-01"},"limit":3,"x":null}"#
        #expect(try paths(params, .entryList) == [])
    }

    @Test(arguments: [
        (#"{"limmit":3,"filter":{"tag":"a"}}"#, ["params.limmit", "params.filter.tag"]),
        (#"{"filter":[1]}"#, []),
        (#"{"filter":null,"page":{"x":1}}"#, []),
    ])
    func unknownMembersAreNamedWithTheirPaths(params: String, expected: [String]) throws {
        #expect(try paths(params, .entryList) == expected)
    }

    @Test func callsOfABatchAreChecked() throws {
        let params = """
            {"calls":[{"method":"entry.create","params":{"text":"a","txt":"b"}},
            {"method":"entry.delete","param":{}},{"method":"nothing","params":{"a":1}},3]}
            """
        #expect(
            try paths(params, .batch) == ["params.calls[0].params.txt", "params.calls[1].param"]
        )
    }

    @Test func numberAndLengthOfWarningsAreLimited() {
        let name = String(repeating: "x", count: 1000)
        let members = (0..<100).map { JSONObject.Member(key: "\(name)\($0)", value: 1) }
        let warnings = RequestWarning.unknownMembers(
            of: .object(JSONObject(members)),
            method: .status
        )
        #expect(warnings.count == RequestWarning.maximumCount)
        #expect(warnings.allSatisfy { $0.path.utf8.count < 300 })
    }

    @Test func everyMethodIsDescribed() throws {
        let reply = Describe.Reply(version: "1")
        let names = reply.methods.map { $0["name"]?.stringValue }
        #expect(names == MethodName.allCases.map(\.rawValue))
        let list = try #require(reply.methods.first { $0["name"] == "entry.list" })
        guard case .array(let parameters)? = list["parameters"] else {
            Issue.record("entry.list has no parameters")
            return
        }
        #expect(parameters.first?["name"] == "filter")
        #expect(parameters.first?["members"] != nil)
        #expect(try Describe.Reply(json: reply.json) == reply)
    }
}

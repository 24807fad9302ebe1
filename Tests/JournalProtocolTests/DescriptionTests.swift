// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

/// What `describe` and `hello` report about the protocol.
struct DescriptionTests {
    private func parameter(_ name: String, of method: MethodName) throws -> JSON {
        let parameters = MethodDescription.of(method).parameters
        return try #require(parameters.first { $0.name == name }).json
    }

    private func text(_ json: JSON) -> String {
        String(decoding: json.serialized(), as: UTF8.self)
    }

    @Test(arguments: [
        (
            MethodName.entryGet, "id",
            #"{"name":"id","type":"entry","required":true,"since":"0.1.0"}"#
        ),
        (
            .entryList, "order",
            #"{"name":"order","type":"string","required":false,"since":"0.1.0","#
                + #""values":["newest","oldest","random"]}"#
        ),
        (
            .listOpen, "order",
            #"{"name":"order","type":"string","required":false,"since":"0.1.0","#
                + #""values":["newest","oldest"]}"#
        ),
        (
            .entryPurge, "ids",
            #"{"name":"ids","type":"[entry]","required":true,"since":"0.1.0"}"#
        ),
        (.batch, "calls", #"{"name":"calls","type":"[call]","required":true,"since":"0.1.0"}"#),
        (
            .hello, "protocol",
            #"{"name":"protocol","type":"[integer]","required":false,"since":"0.1.0"}"#
        ),
        (
            .hello, "client",
            #"{"name":"client","type":"object","required":false,"since":"0.1.0","members":["#
                + #"{"name":"name","type":"string","required":false,"since":"0.1.0"},"#
                + #"{"name":"version","type":"string","required":false,"since":"0.1.0"}]}"#
        ),
        (
            .backup, "progress",
            #"{"name":"progress","type":"boolean","required":false,"since":"0.1.0"}"#
        ),
    ])
    func parameterHasItsDescription(method: MethodName, name: String, expected: String) throws {
        #expect(try text(parameter(name, of: method)) == expected)
    }

    @Test func stepIsAnObjectOfEachWrite() throws {
        let step = try parameter("step", of: .entryCreate)
        #expect(step["type"] == "object")
        for method in MethodName.allCases {
            let names = MethodDescription.of(method).parameters.map(\.name)
            #expect(names.contains("step") == method.namesStep, "\(method)")
        }
    }

    @Test(arguments: [
        (MethodName.status, "read", false), (.entryUpdate, "write", true), (.undo, "write", false),
        (.subscribe, "read", false), (.flush, "control", false), (.tagMerge, "write", true),
        (.shutdown, "control", false),
    ])
    func methodHasItsAccess(method: MethodName, access: String, isBatchable: Bool) {
        let json = MethodDescription.of(method).json
        #expect(json["name"]?.stringValue == method.rawValue)
        #expect(json["access"]?.stringValue == access)
        #expect(json["batchable"] == .bool(isBatchable))
    }

    @Test func notificationsAndCapabilitiesAreListed() {
        let reply = Describe.Reply(version: "1.2.3")
        let notifications = ["changes", "list.changes", "reset", "end", "progress", "sync"]
        #expect(reply.notifications == notifications)
        #expect(reply.capabilities == Capability.all)
        #expect(reply.protocolVersion == Protocol.version)
        let names = Capability.all.map(\.name)
        #expect(Set(names).count == names.count)
        for capability in Capability.all {
            let parts = capability.since.split(separator: ".")
            #expect(parts.count == 3 && parts.allSatisfy { Int($0) != nil }, "\(capability.name)")
        }
    }

    /// A newer daemon may report limits of other types, which clients skip.
    @Test func limitsOfANewerDaemonAreRead() throws {
        let reply = Hello.Reply(version: "9", epoch: "e", cursor: Samples.cursor, pid: 1)
        #expect(reply.limits == Limits.table)
        guard case .object(var json) = reply.json else { return }
        json["limits"] = ["line": 7, "colour": "red", "depth": .number(1.5)]
        #expect(try Hello.Reply(json: .object(json)).limits == ["line": 7])
        json["limits"] = .null
        #expect(try Hello.Reply(json: .object(json)).limits == [:])
        json["limits"] = [1]
        let error = #expect(throws: InvalidParams.self) { try Hello.Reply(json: .object(json)) }
        #expect(error?.description == "params.limits: expected an object, got an array")
    }

    @Test(arguments: [
        (Hello(), nil), (Hello(clientName: "a"), #"{"name":"a"}"#),
        (Hello(clientVersion: "1"), #"{"version":"1"}"#),
        (Hello(clientName: "", clientVersion: ""), #"{"name":"","version":""}"#),
    ])
    func clientIsAbsentWithoutAName(hello: Hello, expected: String?) throws {
        #expect(hello.json["client"].map(text) == expected)
        #expect(try Hello(json: hello.json) == hello)
    }

    @Test func emptyClientHasNoName() throws {
        #expect(try Hello(json: ["client": [:]]) == Hello())
        #expect(try Hello(json: ["client": .null]) == Hello())
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalProtocol
import Testing

@testable import JournalService

/// What a section of `Protocol/README.md` says that a method takes and returns.
private struct Signature {
    /// The names of members, and whether they may be absent.
    let parameters: [String: Bool]
    let result: [String: Bool]

    init(of method: MethodName) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = try String(
            contentsOf: root.appending(path: "Protocol/README.md"),
            encoding: .utf8
        )
        let parts = page.components(separatedBy: "\n### \(method.rawValue)\n")
        let section = try #require(parts.dropFirst().first)
        let spans = section.split(separator: "`", omittingEmptySubsequences: false)
        try #require(spans.count > 3)
        try #require(spans[2].trimmingCharacters(in: .whitespacesAndNewlines) == "→")
        parameters = Self.members(String(spans[1]))
        result = Self.members(String(spans[3]))
    }

    /// The members at the first level of `{a, b?, c {d}, e: [{f}]}`.
    private static func members(_ text: String) -> [String: Bool] {
        var depth = 0
        var pieces = [""]
        for character in text.dropFirst().dropLast() {
            if "{[".contains(character) { depth += 1 }
            if "}]".contains(character) { depth -= 1 }
            if character == ",", depth == 0 {
                pieces.append("")
            } else {
                pieces[pieces.count - 1].append(character)
            }
        }
        var members: [String: Bool] = [:]
        for piece in pieces {
            let piece = piece.trimmingCharacters(in: .whitespacesAndNewlines)
            let name = piece.prefix { $0.isLetter }
            if !name.isEmpty { members[String(name)] = piece.dropFirst(name.count).first == "?" }
        }
        return members
    }
}

struct SpecificationReplyTests {
    private static let id = "8c5f0f2e-0000-4000-8000-000000000001"

    private static let file = "aa5f0f2e-0000-4000-8000-00000000000a"
    /// The digest of the letter a.
    private static let digest = "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"

    private static let backup =
        FileManager.default.temporaryDirectory.path + "/journal-test-\(UUID().uuidString)"

    private static let passphrase = "five words of your own"

    /// A call of every method, in an order in which all of them succeed: `store.lock` does nothing
    /// before `store.unlock`.
    private static let calls: [(MethodName, String)] = [
        (.storeLock, "{}"), (.storeUnlock, #"{"passphrase":"\#(passphrase)"}"#),
        (.storeVerify, "{}"), (.storeRelease, "{}"),
        (.hello, "{}"), (.status, "{}"), (.clients, "{}"), (.describe, "{}"),
        (.entryCreate, #"{"id":"\#(id)","text":"a","tags":["t"],"include":"full"}"#),
        (.entryGet, #"{"id":"\#(id)"}"#),
        (.entryUpdate, #"{"id":"\#(id)","starred":true,"include":"full"}"#),
        (.entryHistory, #"{"id":"\#(id)"}"#),
        (
            .attachmentAdd,
            #"{"id":"\#(file)","entry":"\#(id)","name":"f","size":1,"data":"YQ==","digest":"\#(digest)"}"#
        ),
        (.attachmentList, #"{"entry":"\#(id)"}"#), (.attachmentGet, #"{"id":"\#(file)"}"#),
        (.attachmentRemove, #"{"id":"\#(file)"}"#),
        (.entryDelete, #"{"id":"\#(id)"}"#),
        (.entryRestore, #"{"id":"\#(id)","include":"summary"}"#),
        (.entryCreate, #"{"text":"a b"}"#),
        (.entryList, #"{"limit":1}"#), (.entrySearch, #"{"query":"a","limit":1}"#),
        (.entryCreate, #"{"id":"9d600f2e-0000-4000-8000-000000000002","text":"p"}"#),
        (.entryPurge, #"{"ids":["9d60"]}"#), (.trashEmpty, "{}"),
        (.storeCompact, #"{"progress":true}"#), (.entryCount, "{}"), (.entryStatistics, "{}"),
        (.notebookCreate, #"{"name":"n"}"#),
        (.notebookRename, #"{"notebook":"n","name":"m"}"#), (.notebookList, "{}"),
        (.notebookDelete, #"{"notebook":"m"}"#), (.tagList, "{}"),
        (.tagRename, #"{"tag":"t","name":"u"}"#),
        (.entryCreate, #"{"text":"d","tags":["v","w"]}"#),
        (.tagMerge, #"{"tag":"v","into":"w"}"#), (.tagDelete, #"{"tag":"w"}"#),
        (
            .entryUpdate,
            #"{"id":"\#(id)","text":"s","step":{"id":"\#(file)","client":"c"}}"#
        ),
        (.undoList, "{}"), (.undo, #"{"limit":1}"#), (.redo, "{}"),
        (.batch, #"{"calls":[{"method":"entry.create","params":{"text":"c"}}]}"#),
        (.backup, #"{"path":"\#(backup)"}"#), (.backupVerify, #"{"path":"\#(backup)"}"#),
        (.syncStatus, "{}"), (.syncConflicts, "{}"),
        (.subscribe, "{}"), (.unsubscribe, #"{"sub":1}"#), (.listOpen, "{}"),
        (.listClose, #"{"list":1}"#), (.flush, "{}"),
        (.cancel, #"{"id":77}"#), (.shutdown, "{}"),
    ]

    /// Methods that need a hub, whose results other tests compare.
    private static let methodsWithHub: Set<MethodName> = [
        .syncInit, .syncJoin, .syncNow, .syncPause, .syncResume, .syncMachines, .syncRemove,
        .syncMove, .syncKey, .syncOff, .syncResolve,
    ]

    @Test func everyResultHasTheDocumentedMembers() async throws {
        let called = Set(Self.calls.map(\.0))
        #expect(called.union(Self.methodsWithHub) == Set(MethodName.allCases))
        defer { try? FileManager.default.removeItem(atPath: Self.backup) }
        try await TestDaemon.withoutServing { daemon in
            _ = try StoreFiles.encrypt(
                daemon.store,
                passphrase: Self.passphrase,
                costLogarithm: 10
            )
            try await daemon.serve {
                try await TestClient.connect(to: daemon) { client in
                    for (method, params) in Self.calls {
                        try await expectDocumentedMembers(client, method, params)
                    }
                }
            }
        }
    }

    private func expectDocumentedMembers(
        _ client: TestClient,
        _ method: MethodName,
        _ params: String
    ) async throws {
        let signature = try Signature(of: method)
        let name = method.rawValue
        try await client.send(
            #"{"jsonrpc":"2.0","id":1,"method":"\#(name)","params":\#(params)}"# + "\n"
        )
        guard case .object(let result) = try await client.answer().outcome.get() else {
            Issue.record("\(name) returned no object")
            return
        }
        let found = Set(result.members.map(\.key))
        #expect(found.isSubset(of: signature.result.keys), "\(name)")
        let required = signature.result.filter { !$0.value }.keys
        #expect(found.isSuperset(of: required), "\(name)")
    }

    @Test(arguments: MethodName.allCases)
    func descriptionsHaveTheDocumentedParameters(method: MethodName) throws {
        let documented = try Signature(of: method).parameters
        let described = MethodDescription.of(method).parameters
        #expect(Set(described.map(\.name)) == Set(documented.keys))
        #expect(described.allSatisfy { $0.isRequired == (documented[$0.name] == false) })
    }

    @Test(arguments: MethodName.allCases)
    func documentedRequiredParametersAreEnforced(method: MethodName) throws {
        let required = try Signature(of: method).parameters.filter { !$0.value }.keys
        let request = Request(id: 1, method: method.rawValue, params: [:])
        guard !required.isEmpty else {
            #expect(throws: Never.self) { try DecodedRequest(request) }
            return
        }
        let error = #expect(throws: ProtocolError.self) { try DecodedRequest(request) }
        #expect(error?.kind == .paramsInvalid)
        let path = error?.details["path"]?.stringValue?.split(separator: ".").last
        #expect(path.map { required.contains(String($0)) } == true)
    }

    @Test(arguments: MethodName.allCases)
    func documentedParametersAreDecoded(method: MethodName) throws {
        for (name, _) in try Signature(of: method).parameters {
            // A value of no type at all: the decoder of the member rejects it, with its place.
            let strange: JSON = .object([name: .number(0.5)])
            let request = Request(id: 1, method: method.rawValue, params: strange)
            let error = #expect(throws: ProtocolError.self, "\(name)") {
                try DecodedRequest(request)
            }
            let path = error?.details["path"]?.stringValue
            let isFirst = path == "params.\(name)"
            // A required member that is missing may be complained of before.
            #expect(isFirst || error?.message.contains("is required") == true, "\(name)")
        }
    }
}

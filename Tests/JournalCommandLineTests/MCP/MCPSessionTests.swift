// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalClientTesting
import JournalCommandLine
import JournalProtocol
import Testing

struct MCPSessionTests {
    private let server: FakeServer
    private let context: CommandContext

    init() throws {
        let entry = EntryEditingTests.entry
        let cursor = Cursor(epoch: "e", revision: 8)
        server = try FakeServer { request in
            switch request.method {
            case "entry.get": .result(EntryGet.Reply(entry: entry, cursor: cursor).json)
            default: .result(EntryWritten(id: entry.id, revision: 8, cursor: cursor).json)
            }
        }
        let options = CommandContext.Options(socket: server.path, mayStart: false)
        context = CommandContext(options, environment: Environment([:]))
    }

    private var deletions: Int { server.requests.count { $0.method == "entry.delete" } }

    private func session(_ version: String = "2025-06-18", _ capabilities: JSON = [:]) -> MCPSession
    {
        var session = MCPSession(context: context)
        let params: JSON = ["protocolVersion": .string(version), "capabilities": capabilities]
        let reply = send(&session, "initialize", params)
        #expect(reply["result"]?["serverInfo"]?["name"] == "journal")
        return session
    }

    private func send(_ session: inout MCPSession, _ method: String, _ params: JSON) -> JSON {
        let request: JSON = [
            "jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params,
        ]
        let replies = session.receive(Array(request.description.utf8))
        #expect(replies.count == 1)
        return replies.first ?? .null
    }

    private func delete(_ session: inout MCPSession, _ arguments: JSON) -> JSON {
        send(&session, "tools/call", ["name": "delete_entry", "arguments": arguments])
    }

    @Test(arguments: [
        ("2024-11-05", "2024-11-05"), ("2025-11-25", "2025-11-25"), ("2026-07-28", "2025-11-25"),
        ("1.0", "2025-11-25"),
    ])
    func revisionIsNegotiated(requested: String, expected: String) {
        var session = MCPSession(context: context)
        let reply = send(&session, "initialize", ["protocolVersion": .string(requested)])
        #expect(reply["result"]?["protocolVersion"] == .string(expected))
    }

    @Test(arguments: [
        ("{", -32700), ("[]", -32600), ("1", -32600), (#"{"jsonrpc":"1.0","id":1}"#, -32600),
        (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
        (#"{"jsonrpc":"2.0","id":1,"method":"x"}"#, -32601),
        (#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#, -32600),
    ])
    func invalidMessageIsRejected(line: String, code: Int64) {
        var session = MCPSession(context: context)
        let replies = session.receive(Array(line.utf8))
        #expect(replies.first?["error"]?["code"] == .integer(code), "\(replies)")
    }

    @Test func notificationsHaveNoReplyAndBatchesOne() {
        var session = session("2025-03-26")
        let note = #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#
        #expect(session.receive(Array(note.utf8)) == [])
        let ping = #"{"jsonrpc":"2.0","id":"a","method":"ping"}"#
        #expect(session.receive(Array("[\(note)]".utf8)) == [])
        let reply: JSON = ["jsonrpc": "2.0", "id": "a", "result": [:]]
        #expect(session.receive(Array("[\(note),\(ping)]".utf8)) == [.array([reply])])
    }

    @Test func deletionWithoutQuestionsNeedsTheArgument() {
        var session = session()
        let refused = delete(&session, ["id": "0a39"])
        #expect(refused["result"]?["isError"] == true)
        #expect(deletions == 0)
        let done = delete(&session, ["id": "0a39", "confirm": true])
        #expect(done["result"]?["isError"] == false)
        #expect(server.requests.last?.params["ifRev"] == 7)
    }

    @Test(arguments: [
        (#"{"action":"accept","content":{"confirm":true}}"#, true),
        (#"{"action":"accept","content":{"confirm":false}}"#, false),
        (#"{"action":"accept"}"#, false), (#"{"action":"decline"}"#, false),
        (#"{"action":"cancel"}"#, false),
    ])
    func clientThatCanAskMustAsk(answer: String, isDeleted: Bool) throws {
        var session = session("2025-11-25", ["elicitation": ["form": [:]]])
        let question = delete(&session, ["id": "0a39", "confirm": true])
        #expect(question["method"] == "elicitation/create")
        #expect(deletions == 0)
        let id = try #require(question["id"])
        let line = #"{"jsonrpc":"2.0","id":\#(id),"result":\#(answer)}"#
        let replies = session.receive(Array(line.utf8))
        #expect(replies.first?["id"] == 1)
        #expect(replies.first?["result"]?["isError"] == .bool(!isDeleted))
        #expect(deletions == (isDeleted ? 1 : 0))
        #expect(session.receive(Array(line.utf8)) == [])
    }

    @Test func cancelledDeletionDoesNotHappen() throws {
        var session = session("2025-11-25", ["elicitation": [:]])
        let question = delete(&session, ["id": "0a39"])
        let cancel =
            #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#
        #expect(session.receive(Array(cancel.utf8)) == [])
        let id = try #require(question["id"])
        let line =
            #"{"jsonrpc":"2.0","id":\#(id),"result":{"action":"accept","content":{"confirm":true}}}"#
        #expect(session.receive(Array(line.utf8)) == [])
        #expect(deletions == 0)
    }

    @Test func clientThatOpensOnlyPagesIsNotAsked() {
        var session = session("2025-11-25", ["elicitation": ["url": [:]]])
        #expect(delete(&session, ["id": "0a39"])["result"]?["isError"] == true)
    }

    @Test func readOnlySessionOffersAndCallsOnlyToolsThatRead() throws {
        var session = MCPSession(context: context, isReadOnly: true)
        let greeting = send(&session, "initialize", ["protocolVersion": "2025-11-25"])
        let instructions = try #require(greeting["result"]?["instructions"]?.stringValue)
        #expect(instructions.contains("read-only"))
        let list = send(&session, "tools/list", [:])
        guard case .array(let tools)? = list["result"]?["tools"] else {
            return #expect(Bool(false), "\(list)")
        }
        #expect(tools.allSatisfy { $0["annotations"]?["readOnlyHint"] == true })
        let entry: JSON = ["id": "0a39", "ifRev": 7, "text": "x", "confirm": true]
        for name in ["write_entry", "edit_entry", "delete_entry", "undo_change"] {
            #expect(!tools.contains { $0["name"] == .string(name) })
            let reply = send(&session, "tools/call", ["name": .string(name), "arguments": entry])
            #expect(reply["result"]?["isError"] == true, "\(reply)")
            #expect(reply.description.contains("--read-only"), "\(reply)")
        }
        #expect(server.requests.isEmpty)
        let read: JSON = ["name": "read_entry", "arguments": ["id": "0a39"]]
        #expect(send(&session, "tools/call", read)["result"]?["isError"] == false)
    }
}

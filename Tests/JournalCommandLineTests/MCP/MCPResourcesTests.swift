// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Glibc
import JournalClient
import JournalClientTesting
import JournalProtocol
import Testing

@testable import JournalCommandLine

/// Resources and reading tools of the Model Context Protocol.
struct MCPResourcesTests {
    private static let long = String(repeating: "long ", count: 30)

    private static func run() throws -> CommandRun {
        try CommandRun { request in
            switch request.method {
            case "entry.get":
                guard request.params["id"]?.stringValue?.hasPrefix("8c5f") != true else {
                    return .error(ProtocolError(.entryNotFound, "there is no such entry"))
                }
                guard request.params["id"]?.stringValue?.hasPrefix("dead") != true else {
                    return .error(ProtocolError(.storeFailed, "damaged"))
                }
                let entry = CommandRun.entry(1, "# Title\n\nbody")
                return .result(EntryGet.Reply(entry: entry, cursor: CommandRun.cursor).json)
            case "entry.search":
                let match = EntryMatch(
                    entry: CommandRun.entry(1),
                    snippet: "a \(EntryMatch.matchStart)b\(EntryMatch.matchEnd) c",
                    score: 1
                )
                let reply = EntrySearch.Reply(
                    matches: [match],
                    nextPage: PageCursor(epoch: "e", queryHash: 1, position: [7]),
                    cursor: CommandRun.cursor
                )
                return .result(reply.json)
            case "entry.list":
                let reply = EntryList.Reply(
                    entries: [CommandRun.entry(1, long), CommandRun.entry(2, "two\nthree")],
                    nextPage: nil,
                    cursor: CommandRun.cursor
                )
                return .result(reply.json)
            case "undo.list":
                let step = StepRecord(
                    id: .random(),
                    client: "journal",
                    command: "edit",
                    time: .epoch,
                    revision: 8,
                    changeCount: 1
                )
                return .result(UndoList.Reply(steps: [step], cursor: CommandRun.cursor).json)
            default: return .error(.unknownMethod(request.method))
            }
        }
    }

    private func call(_ tool: MCPTool, _ arguments: JSON, in run: CommandRun) throws -> JSON {
        try MCPTools(context: run.context).call(tool, arguments: arguments)
    }

    @Test func newestEntriesAreResources() throws {
        let run = try Self.run()
        let list = try MCPResources(tools: MCPTools(context: run.context)).list()
        guard case .array(let resources)? = list["resources"] else {
            Issue.record("expected resources, got \(list)")
            return
        }
        let ids = [CommandRun.entry(1).id, CommandRun.entry(2).id]
        #expect(resources.map { $0["uri"] } == ids.map { .string("journal://entry/\($0)") })
        let names = resources.compactMap { $0["name"]?.stringValue }
        #expect(names.map(\.count).max() == 60)
        #expect(names.last == "two")
        #expect(resources.allSatisfy { $0["mimeType"] == "text/markdown" })
        #expect(run.calls(.entryList).first?["limit"] == 20)
    }

    @Test func resourceIsTheTextOfAnEntry() throws {
        let run = try Self.run()
        let resources = MCPResources(tools: MCPTools(context: run.context))
        let address = "journal://entry/\(CommandRun.entry(1).id)"
        let content: JSON = [
            "uri": .string(address), "mimeType": "text/markdown", "text": "# Title\n\nbody",
        ]
        #expect(try resources.read(address) == ["contents": [content]])
        #expect(MCPResources.templates.description.contains("journal://entry/{id}"))
        #expect(run.calls(.entryGet).count == 1)
    }

    @Test(
        arguments: [
            (nil, .invalidParams), ("", .resourceNotFound), ("file:///etc", .resourceNotFound),
            ("journal://entry/", .resourceNotFound), ("journal://entry/x", .resourceNotFound),
            ("journal://entry/8c5f", .resourceNotFound), ("journal://entry/dead", .internalError),
        ] as [(String?, MCPError.Code)]
    )
    func otherAddressesAreErrors(address: String?, code: MCPError.Code) throws {
        let run = try Self.run()
        let resources = MCPResources(tools: MCPTools(context: run.context))
        let error = #expect(throws: MCPError.self) { try resources.read(address) }
        #expect(error?.code == code)
        // What is no id is not asked for.
        let isAsked = address?.hasSuffix("8c5f") == true || address?.hasSuffix("dead") == true
        #expect(run.calls(.entryGet).count == (isAsked ? 1 : 0))
    }

    @Test func failureOfTheListIsAnInternalError() throws {
        let run = try CommandRun { _ in .error(ProtocolError(.storeFailed, "damaged")) }
        let resources = MCPResources(tools: MCPTools(context: run.context))
        let error = #expect(throws: MCPError.self) { try resources.list() }
        #expect(error == MCPError(.internalError, error?.message ?? ""))
        #expect(error?.message.contains("damaged") == true)
    }

    @Test func snippetsAreMarkedAsInMarkdown() throws {
        let run = try Self.run()
        let arguments: JSON = ["query": "b", "starred": true, "since": "2026-11-01", "limit": 3]
        let found = try call(.search, arguments, in: run)
        #expect(found.description.contains(#""snippet":"a **b** c""#))
        #expect(found["hasMore"] == true)
        let request = try #require(run.calls(.entrySearch).first)
        #expect(request["filter"] == ["since": "2026-11-01", "starred": true])
        #expect(request["limit"] == 3)
        // The next page has the bounds of the first one, which may be relative to another day.
        let page = try #require(found["nextPage"])
        let next: JSON = ["query": "b", "page": page, "since": "yesterday"]
        _ = try call(.search, next, in: run)
        let second = try #require(run.calls(.entrySearch).last)
        #expect(second["filter"]?["since"] == "2026-11-01")
        #expect(second["page"] == "e/1/7")
    }

    @Test func lastPageHasNoNextOne() throws {
        let found = try call(.list, ["starred": false], in: try Self.run())
        #expect(found["hasMore"] == false)
        #expect(found["nextPage"] == nil)
    }

    @Test func changeOfAPersonIsNotUndone() throws {
        let run = try Self.run()
        let error = #expect(throws: ClientError.self) { try call(.undo, [:], in: run) }
        #expect(error?.message == "the last change, edit, was not made with these tools")
        #expect(run.calls(.undo).isEmpty)
    }

    // MARK: Server

    /// Returns the output for an input of the server.
    private func serve(_ input: [UInt8], in run: CommandRun) throws -> String {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        _ = input.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
        close(ends[1])
        try MCPServer(context: run.context, isReadOnly: true).run(input: ends[0])
        return try run.printed
    }

    @Test(arguments: ["\n", "\r\n", ""]) func eachLineIsAnswered(end: String) throws {
        let lines = [
            #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
            #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, "{",
            #"{"jsonrpc":"2.0","id":"b","method":"ping"}"#,
        ]
        let input = Array((lines.joined(separator: "\n") + end).utf8)
        let replies = try serve(input, in: try Self.run()).split(separator: "\n")
        #expect(replies.count == 3)
        #expect(replies.first == #"{"jsonrpc":"2.0","id":1,"result":{}}"#)
        #expect(replies[1].contains("-32700"))
        #expect(replies.last == #"{"jsonrpc":"2.0","id":"b","result":{}}"#)
    }

    @Test func emptyInputHasNoOutput() throws {
        #expect(try serve([], in: try Self.run()) == "")
    }
}

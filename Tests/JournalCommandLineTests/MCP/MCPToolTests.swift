// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalClientTesting
import JournalProtocol
import Testing

@testable import JournalCommandLine

struct MCPToolTests {
    private static let cursor = Cursor(epoch: "e", revision: 8)
    private static let next = PageCursor(epoch: "e", queryHash: 0xAB, position: [7, 9])

    private func tools(_ script: @escaping FakeServer.Script) throws -> (MCPTools, FakeServer) {
        let server = try FakeServer(script: script)
        let options = CommandContext.Options(socket: server.path, mayStart: false)
        return (
            MCPTools(context: CommandContext(options, environment: Environment([:]))), server
        )
    }

    @Test(arguments: [
        MCPPage(cursor: next),
        MCPPage(cursor: next, since: .day(Timestamp.epoch.day)),
        MCPPage(cursor: next, since: .instant(.epoch), until: .day(Timestamp.epoch.day)),
    ])
    func pageIsReadFromItsText(page: MCPPage) throws {
        #expect(try MCPPage(json: page.json) == page)
    }

    @Test(arguments: ["", "2", "e/ab/7", "e/ab/7 -", "e/ab/7 - tomorrow"])
    func invalidPageIsRejected(text: String) {
        #expect(throws: InvalidParams.self) { try MCPPage(json: .string(text)) }
    }

    @Test(arguments: [MCPTool.list, .search])
    func nextPageContinuesTheListWithItsBounds(tool: MCPTool) throws {
        let (tools, server) = try tools { request in
            let next = request.params["page"] == nil ? Self.next : nil
            let list = EntryList.Reply(entries: [], nextPage: next, cursor: Self.cursor)
            let search = EntrySearch.Reply(matches: [], nextPage: next, cursor: Self.cursor)
            return .result(request.method == "entry.list" ? list.json : search.json)
        }
        // Relative to the clock, which has another value at the second call.
        var arguments: JSONObject = ["since": "2 hours ago", "limit": 100]
        if tool == .search { arguments["query"] = "beans" }
        let first = try tools.call(tool, arguments: .object(arguments))
        #expect(first["hasMore"] == true)
        arguments["page"] = first["nextPage"]
        let second = try tools.call(tool, arguments: .object(arguments))
        #expect(second["hasMore"] == false)
        #expect(second["nextPage"] == nil)
        let requests = server.requests.filter { $0.method != "hello" }
        #expect(requests.map { $0.params["page"] } == [nil, Self.next.json])
        #expect(requests[0].params["filter"]?["since"] != nil)
        #expect(requests[0].params["filter"] == requests[1].params["filter"])
    }

    @Test func editCorrectsTheDate() throws {
        let entry = EntryEditingTests.entry
        let (tools, server) = try tools { request in
            switch request.method {
            case "hello":
                .result(Hello.Reply(version: "1", epoch: "e", cursor: Self.cursor, pid: 1).json)
            case "entry.get": .result(EntryGet.Reply(entry: entry, cursor: Self.cursor).json)
            default:
                .result(EntryWritten(id: entry.id, revision: 8, cursor: Self.cursor).json)
            }
        }
        _ = try tools.call(
            .edit,
            arguments: ["id": .string(entry.id.text), "ifRev": 7, "at": "2026-03-01 09:30"]
        )
        let update = try #require(server.requests.last { $0.method == "entry.update" })
        #expect(update.params["ifRev"] == 7)
        let createdAt = try #require(update.params["createdAt"]?.stringValue)
        #expect(createdAt.hasPrefix("2026-03-01T09:30:00"))
        #expect(update.params["zone"] != nil)
        #expect(update.params["text"] == nil)
    }

    private static let parts: [(bytes: [UInt8], isEnd: Bool, text: String?, byteCount: Int)] = [
        (Array("".utf8), true, "", 0), (Array("aé€".utf8), true, "aé€", 6),
        (Array("aé€".utf8), false, "aé€", 6), (Array("aé€".utf8.dropLast()), false, "aé", 3),
        (Array("aé€".utf8.dropLast()), true, nil, 0), (Array("😀".utf8.dropLast()), false, "", 0),
        ([0x61, 0x00], true, nil, 0), ([0x61, 0xFF, 0x61], false, nil, 0),
        ([0x80, 0x80, 0x80, 0x80], false, nil, 0), ([0xA9, 0x61], false, nil, 0),
    ]

    @Test(arguments: parts)
    func textEndsWithAWholeCharacter(
        bytes: [UInt8],
        isEnd: Bool,
        text: String?,
        byteCount: Int
    ) {
        let part = TextPart(bytes, isEnd: isEnd)
        #expect(part?.text == text)
        #expect((part?.byteCount ?? 0) == byteCount)
    }

    @Test func attachedTextIsReadInPartsAndAPictureIsRejected() throws {
        let letters = String(repeating: "a", count: MCPTools.attachedTextLength - 1)
        let content = Array((letters + "é!").utf8)
        let (text, picture) = (EntryID.random(), EntryID.random())
        let (tools, server) = try tools { request in
            let bytes = request.params["id"] == text.json ? content : [0x89, 0x50, 0xFF]
            let offset = Int(request.params["offset"]?.integerValue ?? 0)
            let length = Int(request.params["length"]?.integerValue ?? 0)
            let attachment = AttachmentRecord(
                id: "f",
                name: "a.bin",
                mediaType: "image/png",
                size: Int64(bytes.count),
                digest: ""
            )
            let part = Base64(Array(bytes.dropFirst(offset).prefix(length)))
            return .result(
                AttachmentGet.Reply(attachment: attachment, data: part, cursor: Self.cursor).json
            )
        }
        let first = try tools.call(.readAttachment, arguments: ["id": text.json])
        #expect(first["text"]?.stringValue?.count == MCPTools.attachedTextLength - 1)
        let next = try #require(first["nextOffset"])
        let second = try tools.call(.readAttachment, arguments: ["id": text.json, "offset": next])
        #expect(second["text"] == "é!")
        #expect(second["nextOffset"] == nil)
        let error = #expect(throws: ClientError.self) {
            try tools.call(.readAttachment, arguments: ["id": picture.json])
        }
        #expect(error?.message.contains("a.bin (image/png, 3 bytes) is not UTF-8 text") == true)
        #expect(throws: ClientError.self) {
            try tools.call(.readAttachment, arguments: ["id": "12345678"])
        }
        #expect(server.requests.count { $0.method == "attachment.get" } == 3)
    }

    private static let periods: [(arguments: JSON, dayCount: Int)] = [
        ([:], 30), (["since": "2000-01-01"], 371), (["since": "2 days ago"], 3),
        (["since": "2026-03-01", "until": "2026-03-10"], 10), (["until": "2026-03-10"], 30),
    ]

    @Test(arguments: periods)
    func statisticsHaveTheDaysBetweenTheBounds(arguments: JSON, dayCount: Int) throws {
        let reply = EntryStatistics.Reply(
            entryCount: 3,
            wordCount: 9,
            dayCount: 2,
            currentStreak: .init(from: Timestamp.epoch.day, to: Timestamp.epoch.day),
            cursor: Self.cursor
        )
        let (tools, server) = try tools { _ in .result(reply.json) }
        let result = try tools.call(.statistics, arguments: arguments)
        #expect(result["entries"] == 3)
        #expect((result["currentStreak"] == nil) == (arguments["until"] != nil))
        let params = try #require(server.requests.last { $0.method == "entry.statistics" }).params
        let from = try #require(params["from"]?.stringValue.flatMap(Day.init))
        let to = try #require(params["to"]?.stringValue.flatMap(Day.init))
        #expect(to.daysSince1970 - from.daysSince1970 + 1 == dayCount)
        #expect((params["filter"]?["since"] == nil) == (arguments["since"] == nil))
    }
}

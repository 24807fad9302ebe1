// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

struct ClientsTests {
    @Test func idsBeyondTheReplyLengthAreOmitted() throws {
        let long = String(repeating: "\u{1}", count: Limits.requestID)
        let time = try #require(Timestamp("2026-11-21T10:00:00Z"))
        let clients = (0..<Limits.connections).map { number in
            ClientRecord(
                number: number,
                pid: 1,
                name: String(repeating: "\u{1}", count: Limits.clientName),
                version: String(repeating: "\u{1}", count: Limits.clientName),
                connectedAt: time,
                // Enough to fill the reply, and a few more.
                subscriptions: (0..<(number < 20 ? Limits.subscriptions : 1)).map {
                    .string("\(long.dropLast(2))\($0)")
                }
            )
        }
        let reply = Clients.Reply(clients: clients).bounded
        #expect(reply.clients.map(\.number) == clients.map(\.number))
        #expect(reply.clients.first == clients.first)
        #expect(reply.clients.last?.truncated == true)
        #expect(reply.clients.last?.subscriptions == [])
        #expect(reply.json.serialized().count < Limits.replyLine / 2)
        #expect(try Clients.Reply(json: reply.json) == reply)
    }

    @Test(arguments: ["name", "version"])
    func longNamesOfClientsAreRejected(member: String) throws {
        let longest = String(repeating: "a", count: Limits.clientName)
        let json: JSON = [
            "client": .object(JSONObject([.init(key: member, value: .string(longest))]))
        ]
        let hello = try Hello(json: json)
        #expect([hello.clientName, hello.clientVersion].contains(longest))
        let tooLong: JSON = .string(longest + "a")
        let error = #expect(throws: InvalidParams.self) {
            try Hello(json: ["client": .object(JSONObject([.init(key: member, value: tooLong)]))])
        }
        #expect(error?.path == ".client.\(member)")
    }
}

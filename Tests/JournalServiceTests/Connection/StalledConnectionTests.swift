// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalService

/// Peers that stop in the middle of a transfer.
struct StalledConnectionTests {
    private func code(_ message: ServerMessage?) -> ErrorKind? {
        guard case .response(let response) = message, response.id == nil,
            case .failure(let error) = response.outcome
        else { return nil }
        return error.kind
    }

    @Test func helloReportsTheConfiguredLimits() async throws {
        try await TestDaemon.run(stallTimeout: .seconds(7), memoryLimit: 1 << 20) { daemon in
            try await TestClient.connect(to: daemon) { client in
                let limits = try await client.call(Hello()).limits
                #expect(limits["stall"] == 7)
                #expect(limits["memory"] == 1 << 20)
            }
        }
    }

    @Test(arguments: [
        (#"{"jsonrpc":"2.0","id":1"#, #""kind":"limit.stalled""#),
        ("[", #""kind":"limit.stalled""#), ("[1,", #""kind":"limit.stalled""#),
        // The message itself does not end with a newline.
        ("Content-Length: 20\r\n", "Content-Length: "),
        ("Content-Length: 4000000\r\n\r\n", "Content-Length: "),
    ])
    func halfRequestThatIsNotContinuedIsClosed(text: String, answer: String) async throws {
        try await TestDaemon.run(stallTimeout: .milliseconds(200)) { daemon in
            try await TestClient.connect(to: daemon) { client in
                try await client.send(text)
                var closing: String?
                while let bytes = try await client.bytes() {
                    closing = (closing ?? "") + String(decoding: bytes, as: UTF8.self)
                }
                #expect(closing?.contains(answer) == true)
            }
        }
    }

    @Test func idleConnectionStaysOpen() async throws {
        try await TestDaemon.run(stallTimeout: .milliseconds(50)) { daemon in
            try await TestClient.connect(to: daemon) { idle in
                try await idle.call(Hello())
                try await TestClient.connect(to: daemon) { stalled in
                    try await stalled.send("{")
                    #expect(try await code(stalled.line()) == .limitStalled)
                    #expect(try await stalled.line() == nil)
                }
                try await idle.call(Hello())
            }
        }
    }

    @Test func readerThatStopsReceivesTheReasonIfItContinues() async throws {
        try await TestDaemon.withoutServing { daemon in
            // Written with the usual timeout, because a writer can be slow too.
            try await daemon.serve {
                try await TestClient.connect(to: daemon) { writer in
                    let text = String(repeating: "x", count: 50_000)
                    for _ in 1...20 {
                        try await writer.call(EntryCreate(text: text, tags: ["many"]))
                    }
                }
            }
            try await daemon.serve(stallTimeout: .milliseconds(300)) {
                try await stop(daemon)
            }
        }
    }

    /// Stops reading 20 long notifications until the daemon gives up.
    private func stop(_ daemon: TestDaemon) async throws {
        try await TestClient.connect(to: daemon) { reader in
            try await reader.call(Subscribe(include: .full))
            try await reader.read(false)
            try await TestClient.connect(to: daemon) { writer in
                try await writer.call(TagDelete(tag: "many"))
                while try await writer.call(Status()).subscriptionCount > 0 {}
            }
            try await reader.read(true)
            var last: [ServerMessage] = []
            while let message = try await reader.line() { last = last.suffix(1) + [message] }
            let end = try #require(last.first)
            guard case .notification(let note) = end else {
                Issue.record("\(end)")
                return
            }
            #expect(try End(json: note.params).reason == "stalled")
            #expect(code(last.last) == .limitStalled)
        }
    }

    @Test func memoryThatIsUsedUpIsReportedAndFreed() async throws {
        let limit = 1 << 20
        try await TestDaemon.run(memoryLimit: limit) { daemon in
            try await TestClient.connect(to: daemon) { holder in
                let half = #"{"jsonrpc":"2.0","id":1,"method":"entry.create","params":{"text":""#
                try await holder.send(half + String(repeating: "x", count: limit))
                try await TestClient.connect(to: daemon) { other in
                    // Requests of others are executed before and after the memory is freed.
                    try await other.call(EntryCreate(text: "short"))
                    #expect(try await code(holder.line()) == .limitMemory)
                    #expect(try await holder.line() == nil)
                    let long = String(repeating: "y", count: 300_000)
                    try await other.call(EntryCreate(text: long))
                    #expect(try await other.call(Status()).memory.total < limit)
                }
            }
        }
    }

    @Test func manyLongRequestsAreAllExecuted() async throws {
        try await TestDaemon.run(memoryLimit: 400_000) { daemon in
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                for _ in 1...6 {
                    tasks.addTask {
                        try await TestClient.connect(to: daemon) { client in
                            let text = String(repeating: "z", count: 400_000)
                            for _ in 1...3 { try await client.call(EntryCreate(text: text)) }
                        }
                    }
                }
                try await tasks.waitForAll()
            }
            try await TestClient.connect(to: daemon) { client in
                let status = try await client.call(Status())
                #expect(status.entryCount == 18)
                #expect(status.memory.total == 0)
            }
        }
    }

    @Test func repliesThatAreNotReadUseLimitedMemory() async throws {
        let (limit, length) = (1 << 20, Limits.entryText / 8)
        try await TestDaemon.run(stallTimeout: .seconds(1), memoryLimit: limit) { daemon in
            try await TestClient.connect(to: daemon) { client in
                // Six bytes in JSON for each character.
                let text = String(repeating: "\u{1}", count: length)
                let long = try await client.call(EntryCreate(text: text)).id
                let short = try await client.call(EntryCreate(text: "short")).id
                let request = #"{"jsonrpc":"2.0","id":0,"method":"entry.get","params":{"id":""#
                let get = (1...9).map { number in
                    request.replacing("0,", with: "\(number),") + "\(long)\"}}\n"
                }
                .joined()
                try await withPeers(8, thatSend: get, to: daemon) {
                    var (most, connections) = (0, 0)
                    while most < limit {
                        let status = try await client.call(Status())
                        most = max(most, status.memory.total)
                        // The largest connections may have been ended before this request.
                        guard status.clientCount >= connections else { break }
                        connections = status.clientCount
                    }
                    // Executed once the connections that use the memory are closed.
                    let reply = try await client.call(EntryGet(id: EntryReference(short)))
                    #expect(reply.entry.text == "short")
                    most = max(most, try await client.call(Status()).memory.total)
                    #expect(most < 2 * limit + ReadQueue.maximumRunning * 7 * length)
                }
            }
        }
    }

    /// Runs a body while several connections have sent a text and read nothing.
    private func withPeers(
        _ count: Int,
        thatSend text: String,
        to daemon: TestDaemon,
        _ body: () async throws -> Void
    ) async throws {
        guard count > 0 else { return try await body() }
        try await TestClient.connect(to: daemon) { peer in
            try await peer.read(false)
            try await peer.send(text)
            try await withPeers(count - 1, thatSend: text, to: daemon, body)
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalService

/// What a peer may send without ever ending the daemon.
struct BadInputTests {
    @Test func everyInvalidLineGetsItsErrorAndTheDaemonContinues() async throws {
        let lines: [([UInt8], ErrorKind)] = [
            (Array("nonsense\n".utf8), .parseInvalid),
            (Array("[1,2]\n".utf8), .requestInvalid),
            (Array(#"{"jsonrpc":"1.0","id":1,"method":"hello"}"#.utf8) + [10], .requestInvalid),
            ([0x22, 0xFF, 0xFE, 0x22, 0x0A], .parseUTF8),
            (Array((String(repeating: "[", count: 70) + "\n").utf8), .limitDepth),
            (Array(#"{"jsonrpc":"2.0","id":1,"method":"entry.fly"}"#.utf8) + [10], .methodUnknown),
            (
                Array(#"{"jsonrpc":"2.0","id":1,"method":"entry.create"}"#.utf8) + [10],
                .paramsInvalid
            ),
        ]
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                for (line, kind) in lines {
                    try await client.send(line)
                    guard case .failure(let error) = try await client.answer().outcome else {
                        Issue.record("\(line) was taken")
                        continue
                    }
                    #expect(error.kind == kind)
                }
                #expect(try await client.call(EntryCount()).count == 0)
            }
        }
    }

    @Test func tooLongLinesCloseTheirConnectionOnly() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                try? await client.send([UInt8](repeating: 0x78, count: Limits.line + 100))
                guard case .failure(let error) = try await client.answer().outcome else {
                    Issue.record("the line was taken")
                    return
                }
                #expect(error.kind == .limitLine)
                #expect(try await client.line() == nil)
            }
            try await TestClient.connect(to: daemon) { client in
                let count = try await client.call(EntryCount()).count
                #expect(count == 0)
            }
        }
    }

    @Test func halfALineThenCloseIsNotExecuted() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let whole = Request(id: 1, call: EntryCreate(text: "whole")).line + [0x0A]
                let half = Request(id: 2, call: EntryCreate(text: "half")).line
                try await client.send(whole + half)
                try await client.finishSending()
                #expect(try await client.answer().id == 1)
                #expect(try await client.line() == nil)
            }
            try await TestClient.connect(to: daemon) { client in
                let count = try await client.call(EntryCount()).count
                #expect(count == 1)
            }
        }
    }

    @Test func pipelinedReadsSeeEarlierWrites() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                var bytes: [UInt8] = []
                for number in 1...50 {
                    bytes +=
                        Request(id: .integer(Int64(number)), call: EntryCreate(text: "x")).line + [
                            0x0A
                        ]
                }
                bytes += Request(id: 51, call: EntryCount()).line + [0x0A]
                try await client.send(bytes)
                var revisions: [Int64] = []
                for number in 1...50 {
                    let response = try await client.answer()
                    #expect(response.id == .integer(Int64(number)))
                    revisions.append(try EntryWritten(json: response.outcome.get()).revision)
                }
                #expect(revisions == revisions.sorted())
                #expect(Set(revisions).count == 50)
                let count = try await client.answer()
                #expect(try EntryCount.Reply(json: count.outcome.get()).count == 50)
            }
        }
    }

    @Test func emptyLinesAndCarriageReturnsAreIgnored() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let hello = String(decoding: Request(id: 1, call: Hello()).line, as: UTF8.self)
                try await client.send("\n\r\n" + hello + "\r\n\n")
                #expect(try await client.answer().id == 1)
            }
        }
    }

    @Test func unsupportedProtocolVersionsAreRejected() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { client in
                let error = try await client.refusal(Hello(protocolVersions: [99], required: ["x"]))
                #expect(error.kind == .protocolUnsupported)
                #expect(error.details["supported"] == [1])
                #expect(error.details["missing"] == ["x"])
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Glibc
import JournalClient
import JournalClientTesting
import JournalCommandLine
import JournalProtocol
import Testing

/// The lines between standard input and output and a scripted daemon.
struct StdioBridgeTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private static func request(_ id: Int, _ method: String = "flush") -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)"}"#
    }

    /// Copies the lines of an input, and returns those of the daemon.
    private func copy(_ input: String, to server: FakeServer) throws -> [String] {
        let (source, target) = (directory.path + "/in", directory.path + "/out")
        try FileSystem.write(Array(input.utf8), to: source)
        let reading = open(source, O_RDONLY | O_CLOEXEC)
        let writing = open(target, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        try #require(reading >= 0 && writing >= 0)
        defer {
            close(reading)
            close(writing)
        }
        var bridge = StdioBridge(
            connection: try JournalClient(at: server.path).connect(),
            output: StandardOutput(descriptor: writing, isTerminal: false),
            input: reading
        )
        try bridge.run()
        return String(decoding: try FileSystem.read(target), as: UTF8.self)
            .split(separator: "\n").map(String.init)
    }

    private func failure(of input: String, to server: FakeServer) -> ClientError? {
        #expect(throws: ClientError.self) { try copy(input, to: server) }
    }

    @Test(arguments: ["", "\n", "\r\n", "\n\n"])
    func lastRequestIsSentWithAndWithoutALineBreak(end: String) throws {
        let server = try FakeServer { _ in .result("done") }
        let lines = try copy(Self.request(1) + "\n" + Self.request(2) + end, to: server)
        #expect(server.requests.compactMap(\.id) == [.integer(1), .integer(2)])
        #expect(lines.count == 2)
    }

    @Test func emptyInputHasNoReplies() throws {
        let server = try FakeServer { _ in .result("done") }
        #expect(try copy("", to: server) == [])
        #expect(server.requests == [])
    }

    @Test func notificationsNeedNoReply() throws {
        let server = try FakeServer { _ in .silence }
        let input = #"{"jsonrpc":"2.0","method":"unsubscribe","params":{"sub":"s"}}"#
        #expect(try copy(input, to: server) == [])
        #expect(server.requests.map(\.method) == ["unsubscribe"])
    }

    @Test func requestWithoutAReplyIsAnError() throws {
        let server = try FakeServer { $0.id == .integer(1) ? .result("done") : .close }
        let error = failure(of: Self.request(1) + "\n" + Self.request(2), to: server)
        #expect(error?.code == .connectionLost)
        #expect(error?.message.contains("before it replied to 1 request") == true)
    }

    @Test func notificationsOfTheDaemonAreNoReplies() throws {
        let change = #"{"jsonrpc":"2.0","method":"end","params":{"sub":"s","id":1}}"# + "\n"
        let server = try FakeServer { _ in .sendAndClose(change) }
        #expect(failure(of: Self.request(1), to: server)?.code == .connectionLost)
    }

    @Test func inputAfterTheEndOfTheConnectionIsAnError() throws {
        let reply = #"{"jsonrpc":"2.0","id":null,"error":{"code":1001,"message":"m"}}"# + "\n"
        let server = try FakeServer { _ in .sendAndClose(reply) }
        // More than the buffers of the socket hold, so that a part of it is not sent.
        let long = String(repeating: " ", count: 8 << 20)
        let error = failure(
            of: Self.request(1) + "\n" + long + Self.request(2) + "\n",
            to: server
        )
        #expect(error?.code == .connectionLost)
        #expect(error?.message.contains("before all requests were sent") == true)
    }
}

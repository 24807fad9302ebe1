// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Dispatch
import Glibc
@testable import SwiftDataHub
import SwiftDataSpace
import Testing

/// A server in this process, with bytes instead of a client.
struct HubServerTests {
    private let folder: TemporaryFolder
    private let space = SpaceID.random()

    init() throws {
        folder = try TemporaryFolder()
        try FolderHub(folder.path).create()
    }

    @Test(arguments: [
        "", "x", "{}", "[]", "null", "{\"op\":\"fly\"}", "{\"op\":\"get\"}", "{\"op\":1}",
        "{\"op\":\"get\",\"name\":\"../../etc/passwd\"}", "{\"op\":\"list\",\"prefix\":\"/\"}",
        "{\"op\":\"put\",\"name\":\"a\",\"tail\":-1}", "{\"op\":\"put\",\"tail\":1e99}",
        "{\"op\":\"wait\",\"mark\":\"0\",\"milliseconds\":5}", "\u{0}", "{\"op\":\"get\",",
        "{\"op\":\"wait\",\"mark\":\"0\",\"milliseconds\":-5}",
        String(repeating: "[", count: 5_000), String(repeating: "a", count: 100_000),
    ])
    func malformedRequestIsAnsweredAndTheConnectionContinues(line: String) throws {
        let replies = try replies(to: Array("\(line)\n{\"op\":\"hello\"}\n".utf8))
        // An empty line only ends a wait.
        #expect(replies.count == (line.isEmpty ? 1 : 2))
        if replies.count == 2 { #expect(replies[0].error == "invalid") }
        #expect(replies.last?.hub == "swiftdata-hub")
        #expect(replies.last?.version == 1)
    }

    @Test func bytesOfARejectedObjectAreSkipped() throws {
        let size = HubLimits.objectSize + 1
        let put = "{\"op\":\"put\",\"name\":\"\(space)/a\",\"tail\":\(size)}\n"
        let bytes = [UInt8](repeating: UInt8(ascii: "\n"), count: size)
        let replies = try self.replies(
            to: Array(put.utf8) + bytes + Array("{\"op\":\"hello\"}\n".utf8)
        )
        #expect(replies.map(\.error) == ["limit", nil])
        let request = "{\"op\":\"put\",\"name\":\"..\",\"tail\":3}\nabc{\"op\":\"hello\"}\n"
        #expect(try self.replies(to: Array(request.utf8)).map(\.error) == ["invalid", nil])
    }

    @Test func requestsInAdvanceAreAnsweredInOrder() throws {
        let name = try space.object(1)
        let put = "{\"op\":\"put\",\"name\":\"\(name)\",\"tail\":2}\nhi"
        let wait =
            "{\"op\":\"wait\",\"prefix\":\"\(space)/\",\"mark\":\"0\",\"milliseconds\":60000}\n"
        let get = "{\"op\":\"get\",\"name\":\"\(name)\"}\n"
        let deadline = ContinuousClock.Instant.distant
        let replies = try replies(to: Array((put + wait + get + put).utf8))
        #expect(replies.map(\.error) == [nil, nil, nil, nil])
        #expect(replies.map(\.tail) == [nil, nil, 2, nil])
        #expect(ContinuousClock.now < deadline)
    }

    @Test(arguments: ["{\"op\":\"hello\"}", "{\"op\":\"put\",\"name\":\"a\",\"tail\":5}\nabc"])
    func endOfTheInputEndsTheConnection(request: String) throws {
        #expect(try replies(to: Array(request.utf8)).isEmpty)
    }

    @Test(arguments: 0..<20)
    func randomBytesDoNotEndTheProcess(seed: Int) throws {
        let bytes = sampleBytes(5_000, seed: seed)
        let replies = try replies(to: bytes + Array("\n{\"op\":\"hello\"}\n".utf8))
        #expect(replies.last?.hub == "swiftdata-hub")
        #expect(replies.dropLast().allSatisfy { $0.error == "invalid" })
    }

    @Test func greetingNamesTheHub() throws {
        let space = "{\"op\":\"spaces\"}\n"
        let hello = "{\"op\":\"hello\",\"url\":\"\(folder.path)\"}\n"
        let wrong = "{\"op\":\"hello\",\"url\":\"\"}\n"
        let requests = space + wrong + hello + space + wrong
        let replies = try replies(to: Array(requests.utf8)) { server in
            HubServer(input: server, output: server) { address throws(HubError) in
                guard !address.isEmpty else { throw HubError(.invalid, message: "empty") }
                return FolderHub(address)
            }
        }
        // The first address that is valid counts.
        #expect(replies.map(\.error) == ["invalid", "invalid", nil, nil, nil])
    }

    /// Returns the replies of a server, by default of the folder, to its whole input.
    private func replies(
        to bytes: [UInt8],
        from make: (@Sendable (Int32) -> HubServer)? = nil
    ) throws -> [WireReply] {
        let (client, server) = try SocketPair.make()
        defer { close(client) }
        let path = folder.path
        DispatchQueue(label: "server").async {
            let serving =
                make?(server) ?? HubServer(FolderHub(path), input: server, output: server)
            serving.run()
            close(server)
        }
        DispatchQueue(label: "input").async {
            let output = WireChannel(input: client, output: client, timeout: .seconds(600))
            try? output.write(bytes)
            shutdown(client, Int32(SHUT_WR))
        }
        let channel = WireChannel(input: client, output: client, timeout: .seconds(600))
        var replies: [WireReply] = []
        while case .line(let line) = try channel.readLine() {
            let reply = try #require(Wire.message(WireReply.self, from: line))
            _ = try channel.readBytes(reply.tail ?? 0)
            replies.append(reply)
        }
        return replies
    }
}

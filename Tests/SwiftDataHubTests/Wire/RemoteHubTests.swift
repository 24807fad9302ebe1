// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
@testable import SwiftDataHub
import SwiftDataSpace
import Testing

struct RemoteHubTests {
    private let space = SpaceID.random()
    private static let hello = "{\"hub\":\"swiftdata-hub\",\"version\":1}\n"

    private static let malformed: [(String, HubError.Code)] = [
        ("", .unreachable), ("Welcome!\n{}\n", .notHub), ("{}\n", .notHub),
        ("{\"hub\":\"swiftdata-hub\",\"version\":2}\n", .notHub), ("\n", .notHub),
        (String(repeating: "x", count: 50_000) + "\n", .notHub), (hello, .unreachable),
        (hello + "x\n", .damaged), (hello + "{\"tail\":-1}\n", .damaged),
        (hello + "[]\n", .damaged),
        (hello + "{\"tail\":99999999999}\n", .damaged), (hello + "{\"tail\":3}\nab", .unreachable),
        (hello + "{\"tail\":2}\nab", .damaged), (hello + "{\"tail\":2,\"time\":5}\nab", .damaged),
        (hello + "{\"time\":5,\"tail\":9}\n1 a/../b\n", .damaged),
        (hello + "{\"tail\":", .unreachable),
        (hello + String(repeating: "x", count: 50_000) + "\n", .damaged),
        (hello + "{\"error\":\"full\",\"message\":\"no\"}\n", .full),
        (hello + "{\"error\":\"new\"}\n", HubError.Code(rawValue: "new")),
    ]

    @Test(arguments: malformed)
    func everyReplyThatIsNoListingIsAnError(reply: String, code: HubError.Code) throws {
        let hub = try hub(printing: reply)
        let error = #expect(throws: HubError.self) { try hub.list(HubPrefix(space: space)) }
        #expect(error?.code == code)
        #expect(error?.message.contains { $0.isNewline } == false)
    }

    @Test func messagesOfAShellAreQuoted() throws {
        let hub = try hub(printing: "Last login: \u{1B}[1mtoday\n")
        let error = #expect(throws: HubError.self) { try hub.spaces() }
        #expect(error?.message.contains("sent \"Last login: [1mtoday\" instead of") == true)
    }

    @Test func messagesOfTheProgramArePartOfTheError() {
        let hub = RemoteHub { () throws(HubError) in
            try WireConnection(
                starting: ["sh", "-c", "echo 'Permission denied (publickey).' >&2; exit 255"],
                name: "ssh://home"
            )
        }
        let error = #expect(throws: HubError.self) { try hub.spaces() }
        #expect(error?.code == .unreachable)
        #expect(error?.message.contains("ssh://home was closed (Permission denied (pu") == true)
    }

    @Test func messagesOfTheHubControlNoTerminal() throws {
        let reply = "{\"error\":\"full\",\"message\":\"no \\u001b]0;x\\u0007space\"}\n"
        let hub = try hub(printing: Self.hello + reply)
        let error = #expect(throws: HubError.self) { try hub.spaces() }
        #expect(error?.message == "no ]0;xspace")
    }

    @Test func listingBeyondTheLimitIsRejected() throws {
        let prefix = HubPrefix(space: space)
        let bytes = [UInt8](repeating: UInt8(ascii: "\n"), count: HubLimits.objectCount + 1)
        let error = #expect(throws: HubError.self) { try Wire.listing(bytes, of: prefix, time: 0) }
        #expect(error?.code == .limit)
    }

    @Test func programThatDoesNotExistIsUnreachable() {
        let hub = RemoteHub { () throws(HubError) in
            try WireConnection(starting: ["/missing/ssh"], name: "ssh://home")
        }
        let error = #expect(throws: HubError.self) { try hub.spaces() }
        #expect(error?.code == .unreachable)
        #expect(error?.message.contains("cannot start /missing/ssh") == true)
    }

    @Test func programThatDoesNotReplyTimesOut() {
        let hub = RemoteHub { () throws(HubError) in
            try WireConnection(
                starting: ["sh", "-c", "read line; exec cat"],
                name: "ssh://home",
                timeout: .milliseconds(30)
            )
        }
        let error = #expect(throws: HubError.self) { try hub.spaces() }
        #expect(error?.message == "ssh://home does not respond; check the connection")
    }

    @Test func lostConnectionIsMadeAgain() throws {
        let folder = try TemporaryFolder()
        let program = try BuiltProgram.path()
        let number = folder.path + "/number"
        let hub = RemoteHub { () throws(HubError) in
            try WireConnection(
                starting: [
                    "sh", "-c", "echo $$ > \"$1\"; exec \"$2\" \"$3\"", "sh", number, program,
                ]
                    + [folder.path],
                name: "swiftdata-hub"
            )
        }
        try hub.create()
        for index in 0..<3 {
            try hub.put([1], as: try space.object(index))
            let text = try String(contentsOfFile: number, encoding: .utf8)
            let process = try #require(Int32(text.trimmingCharacters(in: .newlines)))
            #expect(kill(process, SIGKILL) == 0)
            #expect(try hub.list(HubPrefix(space: space)).items.count == index + 1)
        }
    }

    private func hub(printing reply: String) throws -> RemoteHub {
        RemoteHub { () throws(HubError) in
            // The output ends once the requests that it answers were read.
            let script = "printf %s \"$1\"; read line; eval \"$2\""
            let rest = reply.hasPrefix(Self.hello) ? "read line" : ":"
            let words = ["sh", "-c", script, "sh", reply, rest]
            return try WireConnection(starting: words, name: "a hub")
        }
    }
}

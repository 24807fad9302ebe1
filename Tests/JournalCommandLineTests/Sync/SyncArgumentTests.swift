// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalClientTesting
import JournalProtocol
import Testing

@testable import JournalCommandLine

struct SyncArgumentTests {
    @Test(arguments: [
        "ssh://home/journal", "ssh://home/~/journal", "postgresql://db/journal",
        "file:///srv/journal", "/srv/journal", "other://x",
    ])
    func addressesArePassedOn(text: String) throws {
        #expect(try HubArgument.address(text) == text)
    }

    @Test(arguments: ["journal", "./a:b", "a/b:c"])
    func foldersBecomeAbsolute(text: String) throws {
        let address = try HubArgument.address(text)
        #expect(address == FileSystem.absolute(text))
        #expect(address.hasPrefix("/"))
    }

    @Test(arguments: [
        ("home:journal", "ssh://home/~/journal"), ("me@home:/srv/j", "ssh://me@home/srv/j"),
    ])
    func addressesOfOtherProgramsHaveAdvice(text: String, advice: String) {
        let error = #expect(throws: ClientError.self) { try HubArgument.address(text) }
        #expect(error?.code == .usage)
        #expect(error?.message.contains(advice) == true)
    }

    @Test func emptyAddressIsAnError() {
        #expect(throws: ClientError.self) { try HubArgument.address("") }
    }

    // MARK: Machines

    private static let machines = [
        SyncMachine(name: "desk", node: "00c0ffee00c0ffee", isCurrent: true),
        SyncMachine(name: "laptop", node: "1111111111111111", hasPendingPurges: true),
        SyncMachine(name: "old", node: "2222222222222222"),
        SyncMachine(name: "old", node: "2333333333333333"),
    ]

    @Test(arguments: ["laptop", "1111111111111111", "11"])
    func machineIsFoundByItsNameOrNumber(text: String) throws {
        #expect(try SyncMachineChoice(among: Self.machines).other(text).name == "laptop")
    }

    @Test(arguments: [
        ("phone", ClientError.Code.missing), ("", .missing), ("old", .usage), ("2", .usage),
        ("desk", .usage),
    ])
    func otherMachinesAreErrors(text: String, code: ClientError.Code) {
        let error = #expect(throws: ClientError.self) {
            try SyncMachineChoice(among: Self.machines).other(text)
        }
        #expect(error?.code == code)
    }

    @Test func notesSayWhatAMachineIs() {
        #expect(Self.machines.map(\.notes) == ["this machine", "purges pending", "", ""])
    }

    // MARK: Keys

    @Test(arguments: ["\n K1ABC-DEFGH \r\n", "K1ABC-DEFGH"])
    func keyIsReadWithoutWhiteSpaceAround(content: String) throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/key"
        try FileSystem.write(Array(content.utf8), to: path)
        #expect(try KeyFile.read(path) == "K1ABC-DEFGH")
    }

    @Test func keyIsShownOnALineOfItsOwn() {
        #expect(KeyNotice.lines("K1ABC").contains("  K1ABC"))
    }

    @Test(arguments: ["", " \n", "\u{1}"])
    func fileWithoutAKeyIsAnError(content: String) throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/key"
        let bytes: [UInt8] = content == "\u{1}" ? [0xFF, 0xFE] : Array(content.utf8)
        try FileSystem.write(bytes, to: path)
        let error = #expect(throws: ClientError.self) { try KeyFile.read(path) }
        #expect(error?.code == .input)
    }

    @Test func severalSpacesAreListed() throws {
        let cause = ProtocolError(.syncSpace, "several", details: ["spaces": ["s1", "s2"]])
        #expect(ClientError(cause).advice == "Name one of them with --space:\n  s1\n  s2")
        #expect(ClientError(ProtocolError(.syncSpace, "none")).advice == nil)
    }
}

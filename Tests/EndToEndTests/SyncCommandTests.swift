// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Testing

/// `journal sync` with a journal that is not synchronized.
struct SyncCommandTests {
    private let bed: TestBed

    init() throws { bed = try TestBed() }

    @Test func stateOfAJournalAloneSaysHowToBegin() throws {
        let status = try bed.journal("sync")
        #expect(status.status == 0, "\(status.errors)")
        #expect(status.line.hasPrefix("not synchronized; begin with: journal sync init HUB"))
        let json = try JSON.parse(bed.journal("sync", "status", "--json").line)
        #expect(try SyncState(json: json) == SyncState(phase: .off))
    }

    @Test(arguments: [
        ["now"], ["pause"], ["resume"], ["machines"], ["key"], ["off"], ["remove", "old", "-y"],
    ])
    func commandsThatNeedAHubFail(arguments: [String]) throws {
        let result = try bed.start(["sync"] + arguments).wait()
        #expect(result.status == 65)
        #expect(result.errors.contains("not synchronized"), "\(result.errors)")
    }

    @Test(arguments: [
        ["init", "--key", "--passphrase-file", "p", "/h"], ["init"], ["init", "home:journal"],
        ["join", "--key-file", "k", "--passphrase-file", "p", "/h"],
        ["key", "--passphrase-file", "p"],
        ["serve", ""],
    ])
    func contradictoryArgumentsAreUsageErrors(arguments: [String]) throws {
        let result = try bed.start(["sync"] + arguments, input: "five words of your own\n").wait()
        #expect(result.status == 64, "\(result.errors)")
        #expect(result.output.isEmpty)
    }

    @Test func folderIsServedOnStandardInput() throws {
        let folder = bed.root + "/hub"
        let input = #"{"op":"hello","version":1}"# + "\n"
        let result = try bed.start(["sync", "serve", folder], input: input).wait()
        #expect(result.status == 0, "\(result.errors)")
        let reply = try JSON.parse(result.line)
        #expect(reply["hub"] == "swiftdata-hub")
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test func stateIsShownAgainWhenItChanges() throws {
        let follow = try bed.start(["sync", "status", "--follow"], timeout: nil)
        _ = try eventually("the first state") { follow.output.isEmpty ? nil : true }
        #expect(follow.output.hasPrefix("not synchronized; begin with"))
        let started = try bed.journal("sync", "init", "--key", bed.root + "/hub")
        #expect(started.status == 0, "\(started.errors)")
        _ = try eventually("a journal in sync") {
            follow.output.contains("in sync with \(bed.root)/hub as of ") ? true : nil
        }
        try bed.journal("sync", "pause")
        _ = try eventually("a pause") { follow.output.contains("\npaused; ") ? true : nil }
        follow.send(SIGINT)
        #expect(try follow.wait().status == 0)
    }
}

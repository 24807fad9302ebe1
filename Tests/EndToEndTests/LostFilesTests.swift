// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Testing

/// Removal of the socket or the store while the daemon runs.
struct LostFilesTests {
    private let bed: TestBed
    private let daemon: ChildProcess

    init() throws {
        bed = try TestBed()
        daemon = try bed.serve()
        try bed.journal("new", "before")
    }

    @Test func daemonExitsAfterItsSocketIsRemoved() throws {
        try FileSystem.remove(bed.socket)
        let written = try bed.journal("new", "after")
        #expect(written.status == 0, "\(written.errors)")
        #expect(try daemon.wait().status == 0)
        #expect(try bed.journal("list", "--count").line == "2")
    }

    @Test func writesFailAfterTheStoreIsRemoved() throws {
        for suffix in ["", "-wal", "-shm"] { try FileSystem.remove(bed.store + suffix) }
        let refused = try bed.journal("new", "kept aside")
        #expect(refused.status != 0)
        #expect(refused.errors.contains("/undelivered/"), "\(refused.errors)")
        let copy = bed.store + ".recovered"
        let listing = try bed.journal("list")
        #expect(listing.status != 0)
        #expect(listing.output == "")
        #expect(listing.errors.contains("saved as \(copy)."), "\(listing.errors)")
        // What the message says to do.
        #expect(try bed.journal("daemon", "stop").status == 0)
        #expect(try daemon.wait().status == 0)
        try FileManager.default.moveItem(atPath: copy, toPath: bed.store)
        #expect(try bed.journal("new", "--deliver").status == 0)
        let texts = try bed.journal("list", "--jsonl").output
        #expect(texts.contains("before"))
        #expect(texts.contains("kept aside"))
    }

    @Test func canonicallyEquivalentTextsAreDifferent() throws {
        let id = try bed.journal("new", "caf\u{E9}").line
        let wire = try bed.connect()
        try wire.call("entry.update", ["id": .string(id), "text": "cafe\u{301}"])
        let text = try wire.call("entry.get", ["id": .string(id)])["entry"]?["text"]?.stringValue
        #expect(text.map { Array($0.utf8) } == Array("cafe\u{301}".utf8))
    }
}

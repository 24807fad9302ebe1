// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Testing

/// Stores in which the first page of a table is damaged.
struct DamagedTableTests {
    private let bed: TestBed

    init() throws { bed = try TestBed() }

    private func damage(_ table: String) throws {
        let shell = try #require(Built.tool("sqlite3"), "sqlite3 is needed")
        func query(_ sql: String) throws -> Int {
            try #require(Int(bed.run([shell, bed.store, sql]).line))
        }
        let size = try query("PRAGMA page_size")
        let page = try query("SELECT rootpage FROM sqlite_schema WHERE name = '\(table)'")
        var bytes = try FileSystem.read(bed.store)
        for index in (page - 1) * size..<page * size { bytes[index] = 0x5A }
        try FileSystem.write(bytes, to: bed.store)
    }

    @Test(arguments: ["EarlierText", "AttachmentPart"])
    func entriesAreReadWithoutATableThatIsDamaged(table: String) throws {
        do {
            let daemon = try bed.serve()
            try bed.journal("new", "before the damage", "-t", "kept")
            #expect(try bed.journal("daemon", "stop").status == 0)
            #expect(try daemon.wait().status == 0)
        }
        try damage(table)
        let daemon = try bed.serve()
        #expect(try bed.journal("list", "--count").line == "1")
        #expect(try bed.journal("search", "damage").output.contains("before the damage"))
        let refused = try bed.journal("new", "after the damage")
        #expect(refused.status != 0)
        #expect(refused.errors.contains("is damaged"), "\(refused.errors)")
        #expect(refused.errors.contains("/undelivered/"), "\(refused.errors)")
        #expect(try bed.connect().call("status")["damage"] != nil)
        #expect(daemon.poll() == nil)
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Glibc
import JournalClient
import JournalProtocol
import Testing

/// `journal compact`, which gives the space of deleted entries back.
struct CompactCommandTests {
    private static let length = 3 << 20
    private let bed: TestBed

    init() throws { bed = try TestBed() }

    /// Leaves an entry whose attachment was removed, so that the store has free pages.
    private func leaveFreePages() throws {
        let id = try bed.journal("new", "kept").line
        let file = bed.root + "/picture"
        try FileSystem.write([UInt8](repeating: 7, count: Self.length), to: file)
        try #require(try bed.journal("attach", id, file).status == 0)
        let wire = try bed.connect()
        let entry = try wire.call("entry.get", ["id": .string(id)])["entry"]
        let attachment = entry?["attachments"]?.elements.first?["id"] ?? .null
        try wire.call("attachment.remove", ["id": attachment])
        #expect(size >= Self.length)
    }

    /// The bytes that the store and its log occupy.
    private var size: Int {
        ["", "-wal"].reduce(0) { sum, suffix in
            var status = stat()
            return stat(bed.store + suffix, &status) == 0 ? sum + Int(status.st_size) : sum
        }
    }

    @Test func spaceIsReturnedWhileAWatchContinues() throws {
        try leaveFreePages()
        let before = size
        let cursor = bed.root + "/cursor"
        let watch = try bed.start(["watch", "--jsonl", "--cursor-file", cursor])
        try eventually("a watch") { (try? FileSystem.read(cursor))?.isEmpty == false ? true : nil }
        let result = try bed.journal("compact", "--json")
        #expect(result.status == 0, "\(result.errors)")
        let reply = try JSON.parse(result.line)
        #expect(reply["formerSize"]?.integerValue ?? 0 >= Self.length)
        #expect(reply["size"]?.integerValue == Int64(size))
        #expect(size <= before - Self.length)
        let again = try bed.journal("compact")
        #expect(again.line.hasPrefix("returned 0 "), "\(again.output) \(again.errors)")
        try bed.journal("new", "afterwards")
        try eventually("the change") { watch.output.contains("afterwards") ? true : nil }
        #expect(watch.poll() == nil && watch.errors.isEmpty, "\(watch.errors)")
        #expect(try bed.journal("search", "kept", "--count").line == "1")
    }

    @Test func lockedJournalIsNotCompacted() throws {
        try bed.journal("new", "one")
        let words = "first five words of mine\n"
        #expect(try bed.journal("encrypt", "--cost", "10", input: words).status == 0)
        #expect(try bed.journal("lock").status == 0)
        let before = try FileSystem.read(bed.store)
        let result = try bed.journal("compact")
        #expect(result.errors.contains("journal unlock"), "\(result.status) \(result.errors)")
        #expect(result.status != 0 && result.output.isEmpty)
        #expect(try FileSystem.read(bed.store) == before)
        #expect(try bed.journal("unlock", input: words).status == 0)
        #expect(try bed.journal("compact").status == 0)
        #expect(try bed.journal("list", "--count").line == "1")
    }

    @Test(.enabled(if: FaultyDisk.compiler != nil, "there is no C compiler"))
    func fullDiskLeavesTheStoreAsItIs() throws {
        let disk = try FaultyDisk(in: bed)
        bed.environment.merge(disk.environment) { $1 }
        let daemon = try bed.serve()
        try leaveFreePages()
        let before = size
        disk.fail(.write, after: 0, error: ENOSPC, isLasting: true)
        let refused = try bed.journal("compact")
        #expect(refused.status == 75, "\(refused.output) \(refused.errors)")
        #expect(disk.failedCount > 0)
        #expect(size >= before)
        #expect(try bed.journal("list", "--count").line == "1")
        disk.repair()
        #expect(try bed.journal("doctor", "--full").status == 0)
        #expect(try bed.journal("compact").status == 0)
        #expect(size <= before - Self.length)
        #expect(daemon.poll() == nil)
    }
}

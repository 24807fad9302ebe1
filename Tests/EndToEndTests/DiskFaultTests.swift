// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Testing

/// Failures of single operations on the files of the store.
struct DiskFaultTests {
    private let bed: TestBed

    init() throws { bed = try TestBed() }

    private struct Fault: CustomStringConvertible {
        let operation: FaultyDisk.Operation
        let error: Int32
        /// The percentage of its bytes that a write stores.
        var stored = 0
        let kinds: Set<String>

        var description: String { "\(operation), error \(error), \(stored) % stored" }
    }

    private static let faults = [
        Fault(operation: .write, error: EIO, kinds: ["store.failed"]),
        // A commit is one write.
        Fault(operation: .write, error: EIO, stored: 5, kinds: ["store.failed"]),
        Fault(operation: .write, error: EIO, stored: 50, kinds: ["store.failed"]),
        Fault(operation: .write, error: EIO, stored: 99, kinds: ["store.failed"]),
        Fault(operation: .write, error: ENOSPC, kinds: ["store.full"]),
        Fault(operation: .write, error: EDQUOT, kinds: ["store.full"]),
        Fault(operation: .write, error: EDQUOT, stored: 50, kinds: ["store.full"]),
        Fault(operation: .sync, error: EIO, kinds: ["store.failed"]),
        Fault(operation: .sync, error: ENOSPC, kinds: ["store.full"]),
        Fault(operation: .sync, error: EDQUOT, kinds: ["store.full"]),
        Fault(operation: .truncate, error: EIO, kinds: ["store.failed"]),
        Fault(operation: .open, error: EMFILE, kinds: ["store.failed"]),
        Fault(operation: .remove, error: EIO, kinds: ["store.failed"]),
        Fault(operation: .rename, error: EIO, kinds: ["store.failed"]),
    ]

    @Test(.enabled(if: FaultyDisk.compiler != nil, "there is no C compiler"))
    func noAcknowledgedEntryIsLost() throws {
        let disk = try FaultyDisk(in: bed)
        bed.environment.merge(disk.environment) { $1 }
        let daemon = try bed.serve()
        let wire = try bed.connect()
        var acknowledged: [String] = []
        for fault in Self.faults {
            // Each of the operations of a commit, until it has no further one.
            for count in Int32(0)..<40 {
                let before = disk.failedCount
                disk.fail(fault.operation, after: count, error: fault.error, storing: fault.stored)
                let id = EntryID.random().text
                let text = String(repeating: "\(fault) \(count) ", count: 200)
                let params: JSON = ["id": .string(id), "text": .string(text), "tags": ["t"]]
                let reply = try wire.reply(to: wire.ask("entry.create", params))
                disk.repair()
                if count == 0, [.write, .sync].contains(fault.operation) {
                    #expect(disk.failedCount == before + 1, "\(fault)")
                }
                if let error = reply?["error"] {
                    #expect(fault.kinds.contains(error.kind ?? ""), "\(fault), \(count): \(error)")
                    #expect(disk.failedCount == before + 1)
                } else {
                    #expect(reply?["result"] != nil)
                    acknowledged.append(id)
                }
                // The daemon lives, and the same request can be repeated.
                let again = try wire.call("entry.create", params)
                #expect(again["id"] == .string(id), "\(fault), \(count)")
                if acknowledged.last != id { acknowledged.append(id) }
                if disk.failedCount == before { break }
            }
        }
        #expect(disk.failedCount >= 7)
        #expect(daemon.poll() == nil)
        try expectStored(acknowledged, wire)
        // Also after a crash, from the files alone.
        try bed.killDaemon()
        let restarted = try bed.serve()
        let other = try bed.connect()
        try expectStored(acknowledged, other)
        try other.call("entry.create", ["text": "after all"])
        let found = try other.call("entry.count", ["query": "after"])["count"]
        #expect(found == 1)
        #expect(restarted.poll() == nil)
    }

    @Test(.enabled(if: FaultyDisk.compiler != nil, "there is no C compiler"))
    func fullDiskIsReportedUntilThereIsSpace() throws {
        let disk = try FaultyDisk(in: bed)
        bed.environment.merge(disk.environment) { $1 }
        let daemon = try bed.serve()
        let wire = try bed.connect()
        let kept = try wire.call("entry.create", ["text": "kept"])["id"]?.stringValue ?? ""
        disk.fail(.write, after: 0, error: ENOSPC, isLasting: true)
        let emptied = try bed.journal("trash", "empty", "-y")
        #expect(emptied.status == 74)
        #expect(!emptied.errors.contains("were deleted"), "\(emptied.errors)")
        for number in 0..<5 {
            let text: JSON = .string("refused \(number)")
            #expect(try wire.kind("entry.create", ["text": text]) == "store.full")
            let batch: JSON = ["calls": [["method": "entry.create", "params": ["text": text]]]]
            #expect(try wire.kind("batch", batch) == "store.full")
            let attachment: JSON = [
                "id": .string(EntryID.random().text), "entry": .string(kept), "name": "a",
                "size": 3, "data": "YWJj",
            ]
            #expect(try wire.kind("attachment.add", attachment) == "store.full")
            // What is stored can be read meanwhile.
            #expect(try wire.call("entry.count", ["query": "kept"])["count"] == 1)
        }
        disk.repair()
        let id = try wire.call("entry.create", ["text": "accepted"])["id"]?.stringValue ?? ""
        try expectStored([kept, id], wire)
        #expect(daemon.poll() == nil)
        try bed.killDaemon()
        let next = try bed.serve()
        try expectStored([kept, id], bed.connect())
        #expect(next.poll() == nil)
    }

    /// Each operation of a backup fails once, on the new file or on the store.
    @Test(
        .enabled(if: FaultyDisk.compiler != nil, "there is no C compiler"),
        arguments: [
            FaultyDisk.Operation.write, .sync, .truncate, .open, .remove, .rename,
        ]
    )
    func failedBackupLeavesNoFile(operation: FaultyDisk.Operation) throws {
        let disk = try FaultyDisk(in: bed)
        bed.environment.merge(disk.environment) { $1 }
        let daemon = try bed.serve()
        let wire = try bed.connect()
        try wire.call("entry.create", ["text": "in the backup"])
        let folder = bed.root + "/backups"
        try FileSystem.makeDirectory(folder)
        let error = operation == .open ? EMFILE : ENOSPC
        var failures = 0
        for count in Int32(0)..<200 {
            let path = "\(folder)/copy"
            let before = disk.failedCount
            disk.fail(operation, after: count, error: error, path: bed.root)
            let reply = try wire.reply(to: wire.ask("backup", ["path": .string(path)]))
            disk.repair()
            if let error = reply?["error"] {
                failures += 1
                #expect(error.kind == "backup.failed", "\(count): \(error)")
                #expect(FileSystem.names(in: folder) == [], "\(count): \(error)")
            } else {
                let found = try wire.call("backup.verify", ["path": .string(path)])
                #expect(found["intact"] == true && found["entries"] == 1, "\(count): \(found)")
            }
            for name in FileSystem.names(in: folder) { try FileSystem.remove("\(folder)/\(name)") }
            // The store is not affected.
            #expect(try wire.call("entry.count")["count"] == 1)
            if disk.failedCount == before { break }
        }
        // A backup writes and opens files in any case.
        if [.write, .open].contains(operation) { #expect(failures > 0) }
        try wire.call("entry.create", ["text": "after all"])
        let status = try wire.call("status")
        #expect(status["damage"] == nil, "\(status)")
        let beside = FileSystem.names(in: URL(filePath: bed.store).deletingLastPathComponent().path)
        #expect(beside.filter { !$0.hasPrefix("journal.store") } == [])
        #expect(daemon.poll() == nil)
    }

    @Test(.enabled(if: FaultyDisk.compiler != nil, "there is no C compiler"))
    func backupOnAFullDiskHasTheStatusOfAnIOError() throws {
        let disk = try FaultyDisk(in: bed)
        bed.environment.merge(disk.environment) { $1 }
        let daemon = try bed.serve()
        try bed.journal("new", "in the backup")
        disk.fail(.write, after: 0, error: ENOSPC, isLasting: true, path: ".partial")
        let copy = bed.root + "/copy"
        let failed = try bed.journal("backup", copy)
        #expect(failed.status == 74, "\(failed.errors)")
        #expect(failed.errors.contains("the backup failed"), "\(failed.errors)")
        #expect(FileSystem.names(in: bed.root).filter { $0.hasPrefix("copy") } == [])
        // Only the disk of the store is full.
        let folder = URL(filePath: bed.store).deletingLastPathComponent().path + "/."
        disk.fail(.write, after: 0, error: ENOSPC, isLasting: true, path: folder)
        let (other, before) = (bed.root + "/other", disk.failedCount)
        #expect(try bed.journal("backup", other).line == other)
        #expect(disk.failedCount > before)
        #expect(try bed.journal("backup", "--verify", other).line == "intact, 1 entry")
        disk.repair()
        #expect(try bed.journal("backup", copy).status == 0)
        #expect(daemon.poll() == nil)
    }

    private func expectStored(_ ids: [String], _ wire: Wire) throws {
        let listing = try wire.call("entry.list", ["include": "ids", "limit": 1000])
        let stored = (listing["ids"]?.elements ?? []).compactMap { $0["id"]?.stringValue }
        #expect(Set(stored) == Set(ids))
        #expect(stored.count == ids.count)
    }
}

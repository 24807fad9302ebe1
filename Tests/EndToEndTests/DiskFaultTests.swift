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
        var isCut = false
        let kinds: Set<String>

        var description: String { "\(operation), error \(error)\(isCut ? ", cut" : "")" }
    }

    private static let faults = [
        Fault(operation: .write, error: EIO, kinds: ["store.failed"]),
        Fault(operation: .write, error: EIO, isCut: true, kinds: ["store.failed"]),
        Fault(operation: .write, error: ENOSPC, kinds: ["store.full"]),
        Fault(operation: .sync, error: EIO, kinds: ["store.failed"]),
        Fault(operation: .sync, error: ENOSPC, kinds: ["store.failed", "store.full"]),
        Fault(operation: .truncate, error: EIO, kinds: ["store.failed"]),
    ]

    @Test(.enabled(if: FaultyDisk.compiler != nil, "there is no C compiler"))
    func noAcknowledgedEntryIsLost() throws {
        let disk = try FaultyDisk(in: bed)
        bed.environment.merge(disk.environment) { $1 }
        let daemon = try bed.serve()
        let wire = try bed.connect()
        var acknowledged: [String] = []
        for fault in Self.faults {
            // A commit of an entry takes a few writes and one sync.
            for count in Int32(0)..<6 {
                let before = disk.failedCount
                disk.fail(fault.operation, after: count, error: fault.error, isCut: fault.isCut)
                let id = EntryID.random().text
                let text = String(repeating: "\(fault) \(count) ", count: 200)
                let params: JSON = ["id": .string(id), "text": .string(text), "tags": ["t"]]
                let reply = try wire.reply(to: wire.ask("entry.create", params))
                disk.repair()
                if count == 0, fault.operation != .truncate {
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
            }
        }
        #expect(disk.failedCount >= 12)
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

    private func expectStored(_ ids: [String], _ wire: Wire) throws {
        let listing = try wire.call("entry.list", ["include": "ids", "limit": 1000])
        let stored = (listing["ids"]?.elements ?? []).compactMap { $0["id"]?.stringValue }
        #expect(Set(stored) == Set(ids))
        #expect(stored.count == ids.count)
    }
}

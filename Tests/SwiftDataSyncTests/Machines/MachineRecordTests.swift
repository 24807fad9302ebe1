// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftDataSync

struct MachineRecordTests {
    private static let node = NodeID(rawValue: 0xA1)
    private static let name = MachineName(node: node, number: 3)

    private static func record(seed: UInt64) -> MachineRecord {
        var generator = Generator(seed: seed)
        func positions() -> [NodeID: UInt64] {
            (0..<generator.number(0..<4)).reduce(into: [:]) { positions, _ in
                positions[generator.node()] = UInt64(generator.number(0..<1_000_000))
            }
        }
        return MachineRecord(
            node: node,
            name: ["", "laptop", "Läppi 💻"][generator.number(0..<3)],
            software: "journal 1.2",
            schema: "3",
            time: Int64(bitPattern: generator.random.next()) >> 8,
            read: positions(),
            purged: positions(),
            earlierNodes: Set((0..<generator.number(0..<3)).map { _ in generator.node() })
        )
    }

    @Test func recordsAreDecodedAsTheyWereEncoded() throws {
        let sealer = try ObjectSealer.numbered(1)
        for seed in 0..<UInt64(200) {
            let record = Self.record(seed: seed)
            #expect(try MachineRecord(bytes: record.bytes, node: Self.node) == record)
            let sealed = try record.sealed(as: Self.name, with: sealer)
            let opened = try MachineRecord(sealed: sealed, named: Self.name, with: sealer)
            #expect(opened == record, "seed \(seed)")
        }
    }

    @Test func aRecordIsBoundToItsNodeAndNumber() throws {
        let sealer = try ObjectSealer.numbered(1)
        let record = Self.record(seed: 1)
        let sealed = try record.sealed(as: Self.name, with: sealer)
        let others = [
            MachineName(node: Self.node, number: 4),
            MachineName(node: NodeID(rawValue: 1), number: 3),
        ]
        for name in others {
            let code = errorCode {
                _ = try MachineRecord(sealed: sealed, named: name, with: sealer)
            }
            #expect(code == .damaged)
        }
        #expect(errorCode { _ = try record.sealed(as: others[1], with: sealer) } == .encryption)
    }

    @Test func fieldsOfLaterVersionsAreIgnored() throws {
        let record = Self.record(seed: 2)
        let bytes = record.bytes + [8, 2, 1, 1, 200, 1, 0]
        #expect(try MachineRecord(bytes: bytes, node: Self.node) == record)
    }

    @Test func missingFieldsAreEmpty() throws {
        let record = try MachineRecord(bytes: [0x53, 0x44, 0x4D, 1], node: Self.node)
        let empty = MachineRecord(node: Self.node, name: "", software: "", schema: "", time: 0)
        #expect(record == empty)
    }

    @Test func newerFormatsAreDistinguished() {
        let code = errorCode {
            _ = try MachineRecord(bytes: [0x53, 0x44, 0x4D, 2], node: Self.node)
        }
        #expect(code == .format)
    }

    @Test func damagedRecordsAreRejectedOrAreOtherRecords() {
        for seed in 0..<UInt64(1_000) {
            var generator = Generator(seed: seed)
            var bytes = Self.record(seed: seed).bytes
            for _ in 0..<generator.number(1..<4) {
                bytes[generator.number(0..<bytes.count)] = UInt8(generator.number(0..<256))
            }
            guard let record = try? MachineRecord(bytes: bytes, node: Self.node) else { continue }
            #expect((try? MachineRecord(bytes: record.bytes, node: Self.node)) == record)
        }
    }

    @Test func sizesAreLimited() {
        let large = [0x53, 0x44, 0x4D, 1] + [UInt8](repeating: 0, count: 100_000)
        #expect(errorCode { _ = try MachineRecord(bytes: large, node: Self.node) } == .damaged)
        let long = String(repeating: "é", count: 1_000)
        let record = MachineRecord(node: Self.node, name: long, software: "", schema: "", time: 0)
        #expect(record.name == String(repeating: "é", count: 127))
    }

    @Test func receiptsOfPurgesArePositionsInLogs() {
        let record = MachineRecord(
            node: Self.node,
            name: "",
            software: "",
            schema: "",
            time: 0,
            purged: [NodeID(rawValue: 1): 10]
        )
        #expect(record.hasPurged(NodeID(rawValue: 1), upTo: 10))
        #expect(!record.hasPurged(NodeID(rawValue: 1), upTo: 11))
        #expect(!record.hasPurged(NodeID(rawValue: 2), upTo: 1))
    }

    @Test func recordsOfEarlierNodesAreNotMachines() {
        func record(_ node: UInt64, time: Int64, earlier: [UInt64]) -> MachineRecord {
            MachineRecord(
                node: NodeID(rawValue: node),
                name: "",
                software: "",
                schema: "",
                time: time,
                earlierNodes: Set(earlier.map { NodeID(rawValue: $0) })
            )
        }
        let records = [
            record(3, time: 1, earlier: [1, 2]), record(2, time: 9, earlier: [1]),
            record(1, time: 2, earlier: []), record(7, time: 1, earlier: [6]),
            record(6, time: 2, earlier: [7]),
        ]
        #expect(MachineRecord.present(records).map(\.node.rawValue) == [3, 6])
    }
}

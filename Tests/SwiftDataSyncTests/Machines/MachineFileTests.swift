// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftDataSync

struct MachineFileTests {
    private static func file(seed: UInt64) -> MachineFile {
        var generator = Generator(seed: seed)
        let machine = RowKey(high: generator.random.next(), low: 1)
        return MachineFile(
            place: MachinePlace(
                machine: generator.random.chance(0.5) ? machine : nil,
                inode: generator.random.next(),
                modified: Int64(bitPattern: generator.random.next())
            ),
            nodes: (0..<UInt64(generator.number(0..<9))).map { NodeID(rawValue: $0 << 40) }
        )
    }

    @Test func filesAreDecodedAsTheyWereEncoded() throws {
        for seed in 0..<UInt64(100) {
            let file = Self.file(seed: seed)
            #expect(try MachineFile(bytes: file.bytes) == file)
        }
    }

    @Test func everyBeginningAndEveryChangedBitIsRejected() {
        let bytes = Self.file(seed: 3).bytes
        for count in bytes.indices {
            #expect(throws: SyncError.self) { try MachineFile(bytes: Array(bytes.prefix(count))) }
        }
        for bit in 0..<bytes.count * 8 {
            var changed = bytes
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(throws: SyncError.self, "bit \(bit)") { try MachineFile(bytes: changed) }
        }
    }

    @Test func newerFormatsAreDistinguished() {
        var bytes = Self.file(seed: 4).bytes
        bytes[3] = 2
        #expect(errorCode { _ = try MachineFile(bytes: bytes) } == .format)
    }

    @Test func theLastNodesAreKept() throws {
        let place = MachinePlace(machine: nil, inode: 1, modified: 2)
        let nodes = (0..<UInt64(3_000)).map { NodeID(rawValue: $0) }
        let file = MachineFile(place: place, nodes: nodes)
        #expect(file.nodes.last == nodes.last)
        #expect(file.nodes.count == 1_000)
        #expect(file.bytes.count < MachineFile.maximumSize)
        #expect(try MachineFile(bytes: file.bytes) == file)
    }
}

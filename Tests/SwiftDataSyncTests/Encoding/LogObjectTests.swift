// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftDataSync

struct LogObjectTests {
    @Test func objectsAreDecodedAsTheyWereEncoded() throws {
        for seed in 0..<UInt64(500) {
            var generator = Generator(seed: seed)
            let object = generator.object()
            let bytes = object.bytes
            let decoded = try LogObject(bytes: bytes)
            #expect(decoded == object, "seed \(seed)")
            #expect(decoded.bytes == bytes, "seed \(seed)")
        }
    }

    @Test func everyBeginningOfAnObjectIsRejected() {
        for seed in 0..<UInt64(20) {
            var generator = Generator(seed: seed)
            let bytes = generator.object().bytes
            for count in bytes.indices {
                #expect(throws: SyncError.self) {
                    try LogObject(bytes: Array(bytes.prefix(count)))
                }
            }
        }
    }

    /// Damaged bytes are rejected, or are another object: nothing else has its bytes.
    @Test func damagedBytesHaveNoSecondMeaning() {
        for seed in 0..<UInt64(2_000) {
            var generator = Generator(seed: seed)
            var bytes = generator.object().bytes
            for _ in 0..<generator.number(1..<4) {
                let index = generator.number(0..<bytes.count)
                switch generator.number(0..<3) {
                case 0: bytes[index] = UInt8(truncatingIfNeeded: generator.random.next())
                case 1: bytes.remove(at: index)
                default: bytes.insert(UInt8(generator.number(0..<256)), at: index)
                }
                if bytes.isEmpty { bytes = [0] }
            }
            guard let object = try? LogObject(bytes: bytes) else { continue }
            #expect(object.bytes == bytes, "seed \(seed)")
        }
    }

    @Test func randomBytesAreRejected() {
        for seed in 0..<UInt64(2_000) {
            var generator = Generator(seed: seed)
            var bytes: [UInt8] = [0x53, 0x44, 0x53, 1]
            for _ in 0..<generator.number(0..<60) {
                bytes.append(UInt8(truncatingIfNeeded: generator.random.next()))
            }
            guard let object = try? LogObject(bytes: bytes) else { continue }
            #expect(object.bytes == bytes, "seed \(seed)")
        }
    }

    /// Lengths that the object cannot have are rejected before memory is reserved.
    @Test func lengthsAreLimitedByTheBytes() {
        let header: [UInt8] = [0x53, 0x44, 0x53, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0]
        let count: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1]
        #expect(throws: SyncError.self) { try LogObject(bytes: header + count) }
        #expect((try? LogObject(bytes: header + [0])) != nil)
    }

    @Test func newerFormatsAreNotDamage() {
        let object = LogObject(node: NodeID(rawValue: 1), start: 0, end: 1, changes: [])
        var bytes = object.bytes
        bytes[3] = 2
        #expect { try LogObject(bytes: bytes) } throws: { ($0 as? SyncError)?.code == .format }
        bytes[3] = 1
        bytes[0] = 0
        #expect { try LogObject(bytes: bytes) } throws: { ($0 as? SyncError)?.code == .damaged }
    }

    @Test func redirectsToLargerRowsAreRejected() {
        let small = RowID(entity: "book", key: RowKey(high: 0, low: 1))
        let large = RowID(entity: "book", key: RowKey(high: 0, low: 2))
        let node = NodeID(rawValue: 1)
        for (row, target, isValid) in [(large, small, true), (small, large, false)] {
            let change = Change.redirect(row, to: target)
            let bytes = LogObject(node: node, start: 0, end: 1, changes: [change]).bytes
            #expect(((try? LogObject(bytes: bytes)) != nil) == isValid)
        }
    }

    @Test func aNameBelongsToItsBytes() throws {
        let object = LogObject(node: NodeID(rawValue: 1), start: 0, end: 1, changes: [])
        let name = LogObject.name(of: object, bytes: object.bytes)
        #expect(try LogObject(bytes: object.bytes, named: name) == object)
        let other = LogObject(node: NodeID(rawValue: 1), start: 0, end: 2, changes: [])
        #expect(throws: SyncError.self) { try LogObject(bytes: other.bytes, named: name) }
    }

    /// The format of version 1: a change of this test needs a new version.
    @Test func theFormatStaysTheSame() {
        let node = NodeID(rawValue: 0xA1)
        let row = RowID(entity: "entry", key: RowKey(high: 1, low: 2))
        let clock = HybridClock(time: HybridTime(milliseconds: 1), node: node)
        let change = Change.set(row, field: "star", FieldState(clock: clock, value: .integer(1)))
        let object = LogObject(node: node, start: 3, end: 4, changes: [change])
        let digits = object.bytes.map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        .joined()
        #expect(
            digits == "53445301" + "00" + "00000000000000a1" + "0304" + "00" + "00" + "00" + "01"
                + "02" + "0005656e747279" + "0000000000000001" + "0000000000000002"
                + "000473746172" + "808008" + "01" + "00" + "0102" + "00"
        )
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import CryptoExtras
import SwiftDataSpace
import Testing

@testable import SwiftDataSync

struct SpaceRecordTests {
    private static let space = SpaceID(high: 1, low: 2)

    /// Derives with scrypt itself, with little memory.
    private static func derivation(_ passphrase: String) -> (Scrypt) throws -> [UInt8] {
        { scrypt in
            let key = try KDF.Scrypt.deriveKey(
                from: Array(passphrase.utf8),
                salt: scrypt.salt,
                outputByteCount: SpaceKey.byteCount,
                rounds: 1 << Int(scrypt.logarithm),
                blockSize: Int(scrypt.blockSize),
                parallelism: Int(scrypt.parallelism)
            )
            return key.withUnsafeBytes { Array($0) }
        }
    }

    private static func record(
        key: SpaceKey,
        passphrase: String = "correct horse",
        logarithm: UInt8 = 4
    ) throws -> SpaceRecord {
        try SpaceRecord(
            space,
            key: key,
            scrypt: .random(logarithm: logarithm),
            deriving: derivation(passphrase)
        )
    }

    @Test func aPassphraseOpensTheSpace() throws {
        let key = try SpaceKey.numbered(1)
        let written = try Self.record(key: key)
        let read = try SpaceRecord(bytes: written.bytes, named: written.name)
        #expect(read == written)
        #expect(read.scrypt?.logarithm == 4)
        let opened = try read.key(deriving: Self.derivation("correct horse"))
        #expect(opened.withBytes { Array($0) } == key.withBytes { Array($0) })
    }

    @Test(arguments: ["correct hors", "Correct horse", "correct horse ", " "])
    func anotherPassphraseIsFound(passphrase: String) throws {
        let record = try Self.record(key: try .numbered(1))
        #expect(errorCode { _ = try record.key(deriving: Self.derivation(passphrase)) } == .key)
    }

    @Test func aKeyOpensTheSpaceWithAndWithoutPassphrase() throws {
        let key = try SpaceKey.numbered(1)
        let plain = try SpaceRecord(Self.space, key: key)
        for record in [plain, try Self.record(key: key)] {
            let read = try SpaceRecord(bytes: record.bytes, named: record.name)
            #expect(errorCode { try read.confirm(key) } == nil)
            #expect(errorCode { try read.confirm(try .numbered(2)) } == .key)
        }
        #expect(plain.scrypt == nil)
        #expect(errorCode { _ = try plain.key(deriving: Self.derivation("any")) } == .key)
    }

    @Test func everyBeginningAndEveryChangedBitIsRejected() throws {
        let record = try Self.record(key: try .numbered(1))
        let bytes = record.bytes
        for count in bytes.indices {
            #expect(throws: SyncError.self) {
                try SpaceRecord(bytes: Array(bytes.prefix(count)), named: record.name)
            }
        }
        for bit in 0..<bytes.count * 8 {
            var changed = bytes
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(throws: SyncError.self, "bit \(bit)") {
                try SpaceRecord(bytes: changed, named: record.name)
            }
        }
    }

    /// The digest of a record can be computed without the key, its check value cannot.
    @Test func aRecordThatWasChangedWithoutTheKeyIsFound() throws {
        let key = try SpaceKey.numbered(1)
        let record = try Self.record(key: key)
        var readCount = 0
        for index in 4..<record.bytes.count - 16 {
            let bytes = Self.changed(record.bytes) { $0[index] ^= 1 }
            guard let read = try? SpaceRecord(bytes: bytes, named: record.name) else { continue }
            readCount += 1
            #expect(errorCode { try read.confirm(key) } == .damaged, "byte \(index)")
        }
        #expect(readCount > 0)
    }

    @Test func aRecordIsNotTheOneOfAnotherName() throws {
        let key = try SpaceKey.numbered(1)
        let record = try SpaceRecord(Self.space, key: key)
        let names = [
            SpaceRecordName(space: SpaceID(high: 1, low: 3), number: 1, key: key.id),
            SpaceRecordName(space: Self.space, number: 2, key: key.id),
            SpaceRecordName(space: Self.space, number: 1, key: KeyID(rawValue: 1)),
        ]
        for name in names {
            let code = errorCode { _ = try SpaceRecord(bytes: record.bytes, named: name) }
            #expect(code == .damaged)
        }
    }

    @Test func newerFormatsAreDistinguished() throws {
        let record = try SpaceRecord(Self.space, key: try .numbered(1))
        var bytes = record.bytes
        bytes[3] = 2
        #expect(errorCode { _ = try SpaceRecord(bytes: bytes, named: record.name) } == .format)
    }

    /// The bytes of the parameters follow format, space, number, key and flag.
    @Test(arguments: [
        (30, [UInt8](arrayLiteral: 0, 21, 63, 255)), (31, [0, 9, 255]), (32, [0, 2, 255]),
        (33, [0, 7, 65, 127]),
    ])
    func parametersOfADerivationAreLimited(offset: Int, values: [UInt8]) throws {
        let record = try Self.record(key: try .numbered(1))
        #expect(Array(record.bytes[30..<34]) == [4, 8, 1, 16])
        for value in values {
            let bytes = Self.changed(record.bytes) { $0[offset] = value }
            let code = errorCode { _ = try SpaceRecord(bytes: bytes, named: record.name) }
            #expect(code == .damaged, "\(value) at \(offset)")
        }
    }

    @Test func sizesAreLimited() throws {
        let name = SpaceRecordName(space: Self.space, number: 1, key: KeyID(rawValue: 1))
        let large = [0x53, 0x44, 0x50, 1] + [UInt8](repeating: 0, count: 2_000_000)
        #expect(errorCode { _ = try SpaceRecord(bytes: large, named: name) } == .damaged)
        #expect(try Self.record(key: .numbered(1)).bytes.count < 200)
    }

    @Test func randomBytesAreRejected() throws {
        let name = SpaceRecordName(space: Self.space, number: 1, key: KeyID(rawValue: 1))
        for seed in 0..<UInt64(500) {
            var generator = Generator(seed: seed)
            let body = (0..<generator.number(0..<150)).map { _ in UInt8(generator.number(0..<256)) }
            let bytes = Self.changed([0x53, 0x44, 0x50, 1] + body) { _ in }
            #expect(throws: SyncError.self) { try SpaceRecord(bytes: bytes, named: name) }
        }
    }

    @Test func namesHaveOneForm() throws {
        let name = SpaceRecordName(space: Self.space, number: 12, key: KeyID(rawValue: 0xA1))
        #expect(name.description == "\(Self.space)/space/12-00000000000000a1")
        #expect(SpaceRecordName(name.description) == name)
        let others = [
            "\(Self.space)/space/0-00000000000000a1", "\(Self.space)/space/012-00000000000000a1",
            "\(Self.space)/space/12-00000000000000A1", "\(Self.space)/space/12",
            "\(Self.space)/space/9223372036854775808-00000000000000a1",
            "\(Self.space)/space", "space/12-00000000000000a1",
            "\(Self.space)/space/12-00000000000000a1.sync-conflict-1", "",
        ]
        for other in others { #expect(SpaceRecordName(other) == nil) }
    }

    @Test func thePresentRecordOfEachSpaceIsChosen() {
        var generator = Generator(seed: 1)
        for _ in 0..<50 {
            let names = (0..<generator.number(0..<20)).map { _ in
                SpaceRecordName(
                    space: SpaceID(high: 0, low: UInt64(generator.number(0..<3))),
                    number: UInt64(generator.number(1..<4)),
                    key: KeyID(rawValue: UInt64(generator.number(0..<3)))
                )
            }
            let present = SpaceRecordName.present(in: names)
            #expect(Set(present.map(\.space)) == Set(names.map(\.space)))
            #expect(present.map(\.space) == present.map(\.space).sorted())
            for name in present {
                #expect(names.contains(name))
                #expect(names.allSatisfy { $0.space != name.space || $0 <= name })
            }
        }
    }

    /// Returns a changed record with the digest of its content.
    private static func changed(_ bytes: [UInt8], by change: (inout [UInt8]) -> Void) -> [UInt8] {
        var content = Array(bytes.dropLast(16))
        change(&content)
        let hash = StableHash.hash(content)
        return content + SpaceID(high: hash.high, low: hash.low).bytes
    }
}

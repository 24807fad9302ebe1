// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDataSpace
import Testing

@testable import SwiftDataSync

struct ObjectSealerTests {
    private static let place = "log/00000000000000a1/0-12"

    @Test func objectsAreOpenedAsTheyWereSealed() throws {
        let sealer = try ObjectSealer.numbered(1)
        for seed in 0..<UInt64(200) {
            var generator = Generator(seed: seed)
            let bytes = (0..<generator.number(0..<400)).map { _ in UInt8(generator.number(0..<256))
            }
            let sealed = try sealer.seal(bytes, at: Self.place)
            #expect(sealed.count == bytes.count + ObjectSealer.surplus)
            #expect(try sealer.open(sealed, at: Self.place) == bytes, "seed \(seed)")
        }
    }

    @Test func theLargestObjectIsOneThatAHubStores() {
        let size = SealedHeader.byteCount + SealedHeader.maximumBodyCount
        #expect(size == SpaceLimits.objectSize)
    }

    @Test func anObjectIsSealedDifferentlyEachTime() throws {
        let sealer = try ObjectSealer.numbered(1)
        let sealed = try (0..<100).map { _ in try sealer.seal([1, 2, 3], at: Self.place) }
        #expect(Set(sealed).count == sealed.count)
    }

    @Test func everyChangedBitIsRejected() throws {
        let sealer = try ObjectSealer.numbered(1)
        let sealed = try sealer.seal(Array("a short text".utf8), at: Self.place)
        for bit in 0..<sealed.count * 8 {
            var changed = sealed
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(throws: SyncError.self, "bit \(bit)") {
                try sealer.open(changed, at: Self.place)
            }
        }
    }

    @Test func everyBeginningIsIncomplete() throws {
        let sealer = try ObjectSealer.numbered(1)
        let sealed = try sealer.seal(Array(0..<100), at: Self.place)
        for count in sealed.indices {
            let code = errorCode {
                _ = try sealer.open(Array(sealed.prefix(count)), at: Self.place)
            }
            #expect(code == .incomplete, "\(count) bytes")
        }
        #expect(errorCode { _ = try sealer.open(sealed + [0], at: Self.place) } == .damaged)
    }

    @Test(arguments: [
        "log/00000000000000a2/0-12", "log/00000000000000a1/1-12", "log/00000000000000a1/0-12m",
        "log/00000000000000a1/0-1", "machines/00000000000000a1-12", "",
    ])
    func anObjectDoesNotOpenAtAnotherPlace(place: String) throws {
        let sealer = try ObjectSealer.numbered(1)
        let sealed = try sealer.seal([1, 2, 3], at: Self.place)
        #expect(errorCode { _ = try sealer.open(sealed, at: place) } == .damaged)
    }

    @Test func anObjectDoesNotOpenInAnotherSpace() throws {
        let sealed = try ObjectSealer.numbered(1, space: 1).seal([1, 2, 3], at: Self.place)
        let other = try ObjectSealer.numbered(1, space: 2)
        #expect(errorCode { _ = try other.open(sealed, at: Self.place) } == .damaged)
    }

    @Test func anotherKeyIsDistinguishedFromDamage() throws {
        let sealed = try ObjectSealer.numbered(1).seal([1, 2, 3], at: Self.place)
        for number in 2..<UInt64(50) {
            let other = try ObjectSealer.numbered(number)
            #expect(errorCode { _ = try other.open(sealed, at: Self.place) } == .key)
        }
    }

    @Test func anEarlierKeyOpensButDoesNotSeal() throws {
        var sealer = try ObjectSealer.numbered(1)
        let old = try sealer.seal([1], at: Self.place)
        sealer.keys = sealer.keys.changing(to: try .numbered(2))
        let new = try sealer.seal([2], at: Self.place)
        #expect(try sealer.open(old, at: Self.place) == [1])
        #expect(try sealer.open(new, at: Self.place) == [2])
        #expect(try SealedHeader(new).key == SpaceKey.numbered(2).id)
        sealer.keys = sealer.keys.withoutEarlier
        #expect(errorCode { _ = try sealer.open(old, at: Self.place) } == .key)
        #expect(try sealer.open(new, at: Self.place) == [2])
    }

    @Test func newerFormatsAndOtherFilesAreDistinguished() throws {
        let sealer = try ObjectSealer.numbered(1)
        #expect(errorCode { _ = try sealer.open([2, 1, 1], at: Self.place) } == .format)
        #expect(errorCode { _ = try sealer.open([0, 1, 1], at: Self.place) } == .damaged)
        #expect(errorCode { _ = try sealer.open([], at: Self.place) } == .incomplete)
        let large = [1] + [UInt8](repeating: 0xFF, count: 12)
        #expect(errorCode { _ = try SealedHeader(large) } == .damaged)
    }

    @Test func randomBytesDoNotOpen() throws {
        let sealer = try ObjectSealer.numbered(1)
        let key = try SpaceKey.numbered(1).id
        for seed in 0..<UInt64(500) {
            var generator = Generator(seed: seed)
            let count = generator.number(0..<80)
            let body = (0..<count).map { _ in UInt8(generator.number(0..<256)) }
            let bytes = SealedHeader(key: key, bodyCount: count).bytes + body
            #expect(errorCode { _ = try sealer.open(bytes, at: Self.place) } == .damaged)
        }
    }

    /// What is sealed may be any bytes: a machine of the space with an error may have written it.
    @Test func openedObjectsAreDecodedWithLimits() throws {
        let sealer = try ObjectSealer.numbered(1)
        for seed in 0..<UInt64(500) {
            var generator = Generator(seed: seed)
            var bytes = generator.object().bytes
            for _ in 0..<generator.number(1..<6) {
                bytes[generator.number(0..<bytes.count)] = UInt8(generator.number(0..<256))
            }
            let opened = try sealer.open(try sealer.seal(bytes, at: Self.place), at: Self.place)
            guard let object = try? LogObject(bytes: opened) else { continue }
            #expect(object.bytes == bytes, "seed \(seed)")
        }
    }

    /// The format of version 1: a change of this test needs a new version.
    @Test func theFormatStaysTheSame() throws {
        let sealer = try ObjectSealer.numbered(1)
        let sealed: [UInt8] = [
            1, 237, 123, 130, 206, 10, 25, 17, 122, 0, 0, 0, 32, 14, 119, 218, 13, 235, 241, 143,
            103,
            233, 2, 179, 183, 51, 195, 48, 177, 249, 182, 24, 92, 217, 154, 195, 135, 218, 110, 10,
            166, 150, 235, 36, 77,
        ]
        #expect(try sealer.open(sealed, at: Self.place) == Array("text".utf8))
    }
}

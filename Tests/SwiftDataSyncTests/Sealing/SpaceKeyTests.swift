// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDataSpace
import Testing

@testable import SwiftDataSync

struct SpaceKeyTests {
    @Test func keysAreRandom() throws {
        let keys = try (0..<50).map { _ in try SpaceKey.random() }
        #expect(Set(keys.map(\.id)).count == keys.count)
    }

    @Test(arguments: [0, 1, 31, 33])
    func otherLengthsAreRejected(count: Int) {
        let bytes = [UInt8](repeating: 1, count: count)
        #expect(errorCode { _ = try SpaceKey(bytes) } == .key)
    }

    @Test func derivedBytesDependOnKeyAndContext() throws {
        let one = try SpaceKey.numbered(1)
        let two = try SpaceKey.numbered(2)
        let derived = [
            try one.derive(16, for: [1]), try one.derive(16, for: [2]),
            try two.derive(16, for: [1]), try one.derive(16, for: []),
        ]
        #expect(Set(derived).count == derived.count)
        #expect(try one.derive(16, for: [1]) == derived[0])
        #expect(try one.derive(32, for: [1]).prefix(16) == derived[0][...])
    }

    @Test func theBytesAreOverwrittenAfterTheLastUse() throws {
        // The array shares the storage of the key, which an array that is only read never copies.
        let bytes = (0..<UInt8(32)).map { $0 + 1 }
        var key: SpaceKey? = try SpaceKey(bytes)
        #expect(key?.withBytes { Array($0) } == (0..<UInt8(32)).map { $0 + 1 })
        key = nil
        #expect(bytes == [UInt8](repeating: 0, count: 32))
    }

    @Test func descriptionsDoNotContainTheKey() throws {
        let key = try SpaceKey.numbered(1)
        #expect("\(key)" == "key \(key.id)")
        #expect(key.id.description.utf8.count == 16)
    }

    @Test func spacesHaveOneForm() throws {
        let space = SpaceID(high: 0xA1, low: 0x1234_5678_9ABC_DEF0)
        #expect(space.description == "00000000-0000-00a1-1234-56789abcdef0")
        #expect(SpaceID(space.description) == space)
        for text in ["", "space", "00000000-0000-00A1-1234-56789abcdef0", space.description + "0"] {
            #expect(SpaceID(text) == nil)
        }
        let random = (0..<20).map { _ in SpaceID.random() }
        #expect(Set(random).count == 20)
        #expect(random.allSatisfy { SpaceID($0.description) == $0 })
        #expect(random.allSatisfy { Array($0.description)[14] == "4" })
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import SwiftDataSpace

/// The name of a record of a space: `SPACE/space/NUMBER-KEY`.
///
/// A record with a new key has a new name, so that an object never changes. While several are on
/// the hub, the one with the largest number counts, of equal numbers the one with the largest key.
package struct SpaceRecordName: Hashable, Sendable {
    /// The space.
    package let space: SpaceID
    /// The number of the space's keys up to this one.
    package let number: UInt64
    /// The key.
    package let key: KeyID

    /// Creates a name.
    package init(space: SpaceID, number: UInt64, key: KeyID) {
        self.space = space
        self.number = number
        self.key = key
    }

    /// Parses a name with its space; nil for all other objects.
    ///
    /// Every number has room for others after it, even one that was forged without the key.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[1] == "space", let space = SpaceID(parts[0]) else {
            return nil
        }
        let words = parts[2].split(separator: "-", omittingEmptySubsequences: false)
        guard words.count == 2, let number = UInt64(onlyForm: words[0]), number > 0,
            number < 1 << 63, let key = Hexadecimal.number(words[1])
        else { return nil }
        self.init(space: space, number: number, key: KeyID(rawValue: key))
    }

    /// Returns the present record of each space in a listing, in the order of the spaces.
    package static func present(in listing: some Sequence<SpaceRecordName>) -> [SpaceRecordName] {
        let newest = Dictionary(listing.map { ($0.space, $0) }) { max($0, $1) }
        return newest.values.sorted()
    }
}

extension SpaceRecordName: Comparable {
    /// Orders the records of a space from the first to the present one.
    package static func < (left: Self, right: Self) -> Bool {
        (left.space, left.number, left.key) < (right.space, right.number, right.key)
    }
}

extension SpaceRecordName: CustomStringConvertible {
    /// The name with its space.
    package var description: String { "\(space)/space/\(number)-\(key)" }
}

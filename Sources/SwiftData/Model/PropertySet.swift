// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A set of property indexes.
struct PropertySet: Hashable, Sendable, ExpressibleByArrayLiteral {
    private var first: UInt64 = 0
    private var rest: Set<Int> = []

    init(_ indexes: [Int] = []) {
        for index in indexes { insert(index) }
    }

    init(arrayLiteral indexes: Int...) { self.init(indexes) }

    var isEmpty: Bool { first == 0 && rest.isEmpty }

    mutating func insert(_ index: Int) {
        if index < UInt64.bitWidth {
            first |= 1 << UInt64(index)
        } else {
            rest.insert(index)
        }
    }

    mutating func remove(_ index: Int) {
        if index < UInt64.bitWidth {
            first &= ~(1 << UInt64(index))
        } else {
            rest.remove(index)
        }
    }

    func contains(_ index: Int) -> Bool {
        index < UInt64.bitWidth ? first & (1 << UInt64(index)) != 0 : rest.contains(index)
    }

    func union(_ other: PropertySet) -> PropertySet {
        var union = self
        union.first |= other.first
        union.rest.formUnion(other.rest)
        return union
    }

    func intersection(_ other: PropertySet) -> PropertySet {
        var intersection = self
        intersection.first &= other.first
        intersection.rest.formIntersection(other.rest)
        return intersection
    }

    mutating func removeAll() { self = PropertySet() }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// 128 bits that identify a row within its entity: a UUID, or a computed value.
package struct RowKey: Hashable, Comparable, Sendable {
    /// The first eight bytes.
    package let high: UInt64
    /// The last eight bytes.
    package let low: UInt64

    /// Creates a key.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Orders keys by their bytes.
    package static func < (left: Self, right: Self) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

/// The identity of a row, the same on all machines.
package struct RowID: Hashable, Comparable, Sendable {
    /// The name of the row's entity.
    package let entity: String
    /// The row's key within its entity.
    package let key: RowKey

    /// Creates the identity of a row.
    package init(entity: String, key: RowKey) {
        self.entity = entity
        self.key = key
    }

    /// Orders rows by entity, then by key.
    package static func < (left: Self, right: Self) -> Bool {
        (left.entity, left.key) < (right.entity, right.key)
    }
}

extension RowID: CustomStringConvertible {
    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package var description: String {
        "\(entity) \(String(key.high, radix: 16)).\(String(key.low, radix: 16))"
    }
}

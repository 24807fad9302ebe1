// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The names on a hub that begin with a prefix, in order.
package struct HubListing: Hashable, Sendable {
    /// A name with the size of its object.
    package struct Item: Hashable, Sendable {
        /// The name.
        package let name: HubName
        /// The number of bytes.
        package let size: Int

        /// Creates an item.
        package init(name: HubName, size: Int) {
            self.name = name
            self.size = size
        }
    }

    /// The names and sizes, in the order of the names.
    package let items: [Item]
    /// The time of the hub in milliseconds since 1970.
    package let time: Int64

    /// Creates a listing of items in any order.
    package init(items: [Item], time: Int64) {
        self.items = items.sorted { $0.name < $1.name }
        self.time = time
    }

    /// The names.
    package var names: [HubName] { items.map(\.name) }

    /// The mark of the names and sizes.
    package var mark: HubMark {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for item in items {
            for byte in "\(item.size) \(item.name)\n".utf8 {
                hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
            }
        }
        return HubMark(rawValue: hash)
    }
}

/// A number that is the same for equal listings, whatever their time.
package struct HubMark: RawRepresentable, Hashable, Sendable {
    /// The number.
    package let rawValue: UInt64

    /// Creates a mark.
    package init(rawValue: UInt64) { self.rawValue = rawValue }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDataHub
import SwiftDataSpace
import Testing

struct HubListingTests {
    @Test func markDependsOnNamesAndSizesAlone() throws {
        let space = SpaceID.random()
        let items = try (0..<3).map {
            HubListing.Item(name: try space.object($0), size: $0)
        }
        let mark = HubListing(items: items, time: 1).mark
        #expect(HubListing(items: items.reversed(), time: 2).mark == mark)
        #expect(HubListing(items: Array(items.dropLast()), time: 1).mark != mark)
        let larger = HubListing.Item(name: items[2].name, size: 3)
        #expect(HubListing(items: items.dropLast() + [larger], time: 1).mark != mark)
    }
}

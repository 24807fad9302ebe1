// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftDataSync

struct MachineListingTests {
    private static func name(_ node: UInt64, _ number: UInt64) -> MachineName {
        MachineName(node: NodeID(rawValue: node), number: number)
    }

    @Test func namesHaveOneForm() {
        let name = Self.name(0xA1, 12)
        #expect(name.description == "machines/00000000000000a1-12")
        #expect(MachineName(name.description) == name)
        let others = [
            "machines/00000000000000a1-0", "machines/00000000000000a1-012",
            "machines/00000000000000A1-12", "machines/a1-12", "machines/00000000000000a1",
            "machines/00000000000000a1-12.tmp", "machines/00000000000000a1-18446744073709551616",
            "machines/00000000000000a1-9223372036854775808", "log/00000000000000a1-12",
            "x/machines/00000000000000a1-12", "",
        ]
        for other in others { #expect(MachineName(other) == nil) }
    }

    @Test func theNewestRecordThatOpensCounts() throws {
        var generator = Generator(seed: 1)
        for _ in 0..<100 {
            let names = (0..<generator.number(0..<12)).map { _ in
                Self.name(UInt64(generator.number(1..<4)), UInt64(generator.number(1..<8)))
            }
            let broken = Set(names.filter { _ in generator.random.chance(0.3) })
            let listing = MachineListing(names)
            #expect(listing.nodes == Set(names.map(\.node)).sorted())
            for node in listing.nodes {
                let newest = listing.newest(of: node) { name in
                    broken.contains(name) ? nil : Self.record(name)
                }
                let expected = names.filter { $0.node == node && !broken.contains($0) }.max()
                #expect(newest == expected.map(Self.record))
            }
        }
    }

    private static func record(_ name: MachineName) -> MachineRecord {
        MachineRecord(
            node: name.node,
            name: "",
            software: "",
            schema: "",
            time: Int64(name.number)
        )
    }

    @Test func theNextRecordReplacesAllEarlierOnes() {
        let listing = MachineListing([Self.name(1, 4), Self.name(1, 2), Self.name(2, 9)])
        let node = NodeID(rawValue: 1)
        #expect(listing.next(of: node, after: 0) == Self.name(1, 5))
        // The hub was rolled back.
        #expect(listing.next(of: node, after: 6) == Self.name(1, 7))
        #expect(listing.next(of: NodeID(rawValue: 3), after: 0) == Self.name(3, 1))
        #expect(listing.next(of: node, after: .max) == Self.name(1, .max))
        #expect(listing.replaced(by: Self.name(1, 5)) == [Self.name(1, 4), Self.name(1, 2)])
        #expect(listing.replaced(by: Self.name(1, 4)) == [Self.name(1, 2)])
    }
}

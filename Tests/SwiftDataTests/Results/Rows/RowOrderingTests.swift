// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// The order of rows in memory, compared with that of the store.
struct RowOrderingTests {
    @Model final class Sample {
        var text: String
        var unsigned: UInt64
        var real: Double?
        var amount: Decimal
        var date: Date?
        var identifier: UUID
        var link: URL?
        var level: Level

        init(_ random: inout SeededRandom) {
            text = random.pick(["a", "A", "b", "é", "e\u{301}", "z10", "z9", "", "ß", "\u{0}"])
            unsigned = random.pick([0, 1, .max, .max - 1, 1 << 63])
            real = random.maybe([-1, 0, -0.0, 1.5, .infinity, -.infinity])
            amount = random.pick([1, 10, 2, -3, 1.5, 1.25])
            date = random.maybe([.distantPast, .distantFuture, Date(timeIntervalSince1970: 1)])
            identifier = UUID(
                uuid: (random.pick([1, 2, 250]), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
            )
            link = random.maybe([URL(string: "a:b"), URL(string: "B:c")].compactMap { $0 })
            level = random.pick([.low, .high])
        }
    }

    enum Level: String, Codable, CaseIterable, Comparable {
        case low, high
        static func < (lhs: Level, rhs: Level) -> Bool { lhs == .low && rhs == .high }
    }

    private static let orders: [SortDescriptor<Sample>] = [
        SortDescriptor(\.text), SortDescriptor(\.text, comparator: .lexical),
        SortDescriptor(\.unsigned), SortDescriptor(\.real), SortDescriptor(\.amount),
        SortDescriptor(\.date), SortDescriptor(\.identifier), SortDescriptor(\.level),
    ]

    @Test(arguments: orders.indices, [SortOrder.forward, .reverse])
    func orderEqualsThatOfTheStore(index: Int, direction: SortOrder) throws {
        let container = try ModelContainer(
            for: Sample.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let context = ModelContext(container)
        var random = SeededRandom(seed: UInt64(index))
        for number in 0..<60 {
            context.insert(Sample(&random))
            if number == 40 { try context.save() }
        }
        var order = Self.orders[index]
        order.order = direction
        for descriptor in [
            FetchDescriptor(sortBy: [order]),
            FetchDescriptor(sortBy: [SortDescriptor(\.level), order]),
        ] {
            let query = try ResultsQuery(descriptor, sectionBy: nil, in: context.graph)
            let rows = try query.rows()
            #expect(rows.count == 60)
            #expect(rows == rows.shuffled(using: &random).sorted(by: query.ordering.precedes))
        }
    }
}

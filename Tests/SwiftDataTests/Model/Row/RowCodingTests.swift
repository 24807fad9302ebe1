// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Synchronization
import Testing

/// Whether `Codable` conformances are used when rows are written and read.
@Suite struct RowCodingTests {
    /// Counts how often values are coded.
    private static let codingCount = Mutex(0)

    /// A raw value type whose conformance must not be used.
    enum Suit: String, Codable {
        case hearts, spades

        init(from decoder: any Decoder) throws {
            RowCodingTests.codingCount.withLock { $0 += 1 }
            throw CocoaError(.coderInvalidValue)
        }

        func encode(to encoder: any Encoder) throws {
            RowCodingTests.codingCount.withLock { $0 += 1 }
            throw CocoaError(.coderInvalidValue)
        }
    }

    @Model final class Card {
        var number: Int
        var name: String
        var printed: Date?
        var suit: Suit
        var spare: Suit?
        init(_ number: Int) {
            self.number = number
            name = "card \(number)"
            suit = .spades
        }
    }

    @Test func rowsAreWrittenAndReadWithoutCoding() throws {
        let container = try ModelContainer(
            for: Card.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let context = ModelContext(container)
        for number in 0..<100 { context.insert(Card(number)) }
        try context.save()
        let reader = ModelContext(container)
        let cards = try reader.fetch(FetchDescriptor<Card>(sortBy: [SortDescriptor(\.number)]))
        #expect(cards.map(\.suit).filter { $0 == .spades }.count == 100)
        for card in cards { card.spare = .hearts }
        try reader.save()
        #expect(try ModelContext(container).fetch(FetchDescriptor<Card>()).first?.spare == .hearts)
        #expect(Self.codingCount.withLock { $0 } == 0)
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// The types that are flattened into columns, and those that are stored as JSON.
@Suite struct CompositeShapeTests {
    struct Renamed: Codable {
        var city: String
        enum CodingKeys: String, CodingKey { case city = "town" }
    }

    struct Money: Codable, Equatable {
        var cents: Int
        init(cents: Int) { self.cents = cents }
        init(from decoder: any Decoder) throws {
            cents = try decoder.singleValueContainer().decode(Int.self)
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(cents)
        }
    }

    struct Price: Codable, Equatable {
        var money: Money
        var currency: String
    }

    final class Node: Codable {
        var name = ""
        var next: Node?
    }

    struct Chain: Codable {
        var node: Node?
    }

    enum Shape: Codable {
        case circle(Double)
    }

    struct Nested: Codable {
        var values: [Int]
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            var list = try container.nestedUnkeyedContainer(forKey: .values)
            values = [try list.decode(Int.self)]
        }
    }

    /// Decodes other members for one kind than for the other.
    struct Tagged: Codable {
        enum Kind: String, Codable {
            case circle
            case square
        }
        var kind: Kind
        var radius: Double?
        var side: Double?

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            kind = try container.decode(Kind.self, forKey: .kind)
            switch kind {
            case .circle: radius = try container.decode(Double.self, forKey: .radius)
            case .square: side = try container.decode(Double.self, forKey: .side)
            }
        }
    }

    private func names<T: Codable>(_ type: T.Type) -> [String]? {
        _CompositeShape.of(type)?.columns.map { $0.path.joined(separator: ".") }
    }

    @Test func fieldsAreNamedByTheirCodingKeys() {
        #expect(names(Renamed.self) == ["town"])
    }

    @Test func typesWithASingleValueAreFields() {
        #expect(names(Price.self) == ["money", "currency"])
        #expect(_CompositeShape.of(Price.self)?.columns.map(\.type.kind) == [.integer, .text])
    }

    @Test func otherTypesAreNoComposites() {
        #expect(names([Int].self) == nil)
        #expect(names([String: Int].self) == nil)
        #expect(names(Set<String>.self) == nil)
        #expect(names(Money.self) == nil)
        #expect(names(Shape.self) == nil)
        #expect(names(Node.self) == nil)
        #expect(names(Nested.self) == nil)
        #expect(names(Tagged.self) == nil)
    }

    @Test func typeThatTrapsOnEmptyTextsIsJSON() throws {
        struct Link: Codable {
            var title: String
            var address: URLComponents
            var other: URLComponents?
        }
        #expect(names(URLComponents.self) == nil)
        let columns = try #require(_CompositeShape.of(Link.self)?.columns)
        #expect(columns.map(\.type.kind) == [.text, .json, .json])
    }

    @Test func classInsideAStructIsJSON() {
        #expect(names(Chain.self) == ["node"])
        #expect(_CompositeShape.of(Chain.self)?.columns.map(\.type.kind) == [.json])
    }

    @Test func columnsAreDecodedAsTheyWereEncoded() throws {
        let price = Price(money: Money(cents: 250), currency: "EUR")
        let columns = try _CodableStorage<Price>.columnValues(of: price)
        #expect(columns == [.integer(250), .text("EUR")])
        let shape = try #require(_CompositeShape.of(Price.self))
        #expect(try CompositeDecoder.value(of: Price.self, shape: shape, in: columns) == price)
    }
}

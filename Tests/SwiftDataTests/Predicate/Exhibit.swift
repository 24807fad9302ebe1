// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

// A class hierarchy with composite attributes, which are optional and nested, and relationships to
// its classes.

struct Spot: Codable, Equatable, Sendable {
    var room: String
    var floor: Int?
    var level: Level
    var height: Double
    var isOpen: Bool
}

struct Origin: Codable, Equatable, Sendable {
    var city: String
    var region: String?
    var year: Int
    var grade: Grade?
    var price: Decimal
    var found: Date?
    var spot: Spot
    var former: Spot?
}

@Model class Exhibit {
    var serial: Int
    var name = ""
    var label: String?
    var level = Level.low
    var optionalLevel: Level?
    var number = 0
    var optionalNumber: Int?
    var weight = 0.0
    var isOnLoan = false
    var origin: Origin = Origin.samples[0]
    var loan: Origin?
    var owners: [Origin] = []
    var spotsByName: [String: Spot]?
    var gallery: Gallery?

    init(serial: Int) { self.serial = serial }

    class var keyPaths: [AnyKeyPath] {
        let own: [PartialKeyPath<Exhibit>] = [
            \.name, \.label, \.level, \.optionalLevel, \.number, \.optionalNumber, \.weight,
            \.isOnLoan, \.origin, \.loan, \.owners, \.spotsByName, \.gallery,
        ]
        return own
    }
}

@Model class Painting: Exhibit {
    var artist = ""
    var style: Grade?
    var width = 0
    var frame: Spot?

    override init(serial: Int) { super.init(serial: serial) }

    override class var keyPaths: [AnyKeyPath] {
        let own: [PartialKeyPath<Painting>] = [
            \.name, \.label, \.level, \.optionalLevel, \.number, \.optionalNumber, \.weight,
            \.isOnLoan, \.origin, \.loan, \.owners, \.spotsByName, \.gallery, \.artist, \.style,
            \.width,
            \.frame,
        ]
        return own
    }
}

@Model final class Mural: Painting {
    var wall: Spot = Spot.samples[0]
    var pigment: String?
    var optionalWidth: Int?

    override init(serial: Int) { super.init(serial: serial) }

    override class var keyPaths: [AnyKeyPath] {
        let own: [PartialKeyPath<Mural>] = [
            \.name, \.label, \.level, \.optionalLevel, \.number, \.optionalNumber, \.weight,
            \.isOnLoan, \.origin, \.loan, \.owners, \.spotsByName, \.gallery, \.artist, \.style,
            \.width,
            \.frame, \.wall,
            \.pigment, \.optionalWidth,
        ]
        return own
    }
}

@Model final class Sculpture: Exhibit {
    /// A property that another branch has with another type.
    var width: String?
    var material = Level.low
    var base: Spot = Spot.samples[0]

    override init(serial: Int) { super.init(serial: serial) }

    override class var keyPaths: [AnyKeyPath] {
        let own: [PartialKeyPath<Sculpture>] = [
            \.name, \.label, \.level, \.optionalLevel, \.number, \.optionalNumber, \.weight,
            \.isOnLoan, \.origin, \.loan, \.owners, \.spotsByName, \.gallery, \.width, \.material,
            \.base,
        ]
        return own
    }
}

@Model final class Gallery {
    var name: String
    var floor: Int?
    var entrance: Spot?
    var highlight: Painting?
    @Relationship(inverse: \Exhibit.gallery) var exhibits: [Exhibit] = []

    init(name: String) { self.name = name }
}

extension Exhibit: SampledModel {}

extension Gallery: SampledModel {
    static var keyPaths: [AnyKeyPath] {
        let own: [PartialKeyPath<Gallery>] = [\.name, \.floor, \.entrance, \.highlight]
        return own
    }
}

/// A struct with key paths and values for a generator to choose from.
protocol SampledStruct: Codable, Equatable, Sendable {
    static var samples: [Self] { get }
    static var fields: [PartialKeyPath<Self>] { get }
}

extension SampledStruct {
    static func paths<T>(to type: T.Type) -> [any KeyPath<Self, T> & Sendable] {
        // A cast cannot add `Sendable` to a key path; key paths of stored properties are sendable.
        fields.compactMap { $0 as? KeyPath<Self, T> }.map {
            unsafeBitCast($0, to: (any KeyPath<Self, T> & Sendable).self)
        }
    }
}

extension Spot: SampledStruct {
    static let samples = [
        Spot(room: "", floor: nil, level: .low, height: 0, isOpen: false),
        Spot(room: "\u{E9}", floor: 2, level: .high, height: 0.5, isOpen: true),
        Spot(room: "e\u{301}", floor: 2, level: .high, height: 0.5, isOpen: true),
        Spot(room: "שלום", floor: -1, level: .medium, height: -2, isOpen: true),
        Spot(room: "b10", floor: nil, level: .medium, height: 0.1, isOpen: false),
    ]
    static var fields: [PartialKeyPath<Spot>] { [\.room, \.floor, \.level, \.height, \.isOpen] }
}

extension Origin: SampledStruct {
    static let samples: [Origin] = [
        Origin(city: "", year: 0, price: 1, spot: Spot.samples[0]),
        Origin(
            city: "a",
            region: "\u{E9}",
            year: -11,
            grade: .all,
            price: Decimal(string: "1.10") ?? 0,
            found: Date(timeIntervalSinceReferenceDate: -1.5),
            spot: Spot.samples[1],
            former: Spot.samples[2]
        ),
        Origin(
            city: "A",
            region: "e\u{301}",
            year: -11,
            grade: .some,
            price: 10,
            found: .distantPast,
            spot: Spot.samples[3],
            former: Spot.samples[0]
        ),
        Origin(
            city: "तमिल",
            region: "",
            year: 5,
            grade: Grade.none,
            price: 9,
            spot: Spot.samples[4],
            former: Spot.samples[1]
        ),
        Origin(city: "日本", year: 5, price: 9, spot: Spot.samples[2]),
    ]
    static var fields: [PartialKeyPath<Origin>] {
        [\.city, \.region, \.year, \.grade, \.price, \.found]
    }
}

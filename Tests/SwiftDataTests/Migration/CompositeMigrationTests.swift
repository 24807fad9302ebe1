// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Stores whose structs were stored as JSON or had other fields.
@Suite struct CompositeMigrationTests {
    /// A dictionary is stored as the same JSON as a struct with its keys.
    enum JSONSchema: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static let models: [any PersistentModel.Type] = [Shop.self]

        @Model final class Shop {
            var name: String
            var place: [String: String]
            var branch: [String: String]?
            init(_ name: String, _ place: [String: String], _ branch: [String: String]?) {
                self.name = name
                self.place = place
                self.branch = branch
            }
        }
    }

    enum StructSchema: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static let models: [any PersistentModel.Type] = [Shop.self]

        struct Place: Codable, Equatable {
            var street: String
            var city: String
        }

        @Model final class Shop {
            var name: String
            @Attribute(originalName: "place") var location: Place
            var branch: Place?
            init(_ name: String, _ location: Place) {
                self.name = name
                self.location = location
            }
        }
    }

    enum WiderSchema: VersionedSchema {
        static let versionIdentifier = Schema.Version(3, 0, 0)
        static let models: [any PersistentModel.Type] = [Shop.self]

        struct Place: Codable, Equatable {
            var street: String
            var city: String
            var country: String?
            var floor: Int

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                street = try container.decode(String.self, forKey: .street)
                city = try container.decode(String.self, forKey: .city)
                country = try container.decodeIfPresent(String.self, forKey: .country)
                floor = try container.decodeIfPresent(Int.self, forKey: .floor) ?? 4
            }
        }

        @Model final class Shop {
            var name: String
            var location: Place
            var branch: Place?
            init(_ name: String, _ location: Place) {
                self.name = name
                self.location = location
            }
        }
    }

    enum StricterSchema: VersionedSchema {
        static let versionIdentifier = Schema.Version(4, 0, 0)
        static let models: [any PersistentModel.Type] = [Shop.self]

        struct Place: Codable, Equatable {
            var street: String
            var city: String
            var owner: String
        }

        @Model final class Shop {
            var name: String
            var location: Place
            init(_ name: String, _ location: Place) {
                self.name = name
                self.location = location
            }
        }
    }

    /// The struct became optional, and a field of an optional struct became required.
    enum OptionalSchema: VersionedSchema {
        static let versionIdentifier = Schema.Version(5, 0, 0)
        static let models: [any PersistentModel.Type] = [Shop.self]

        @Model final class Shop {
            var name: String
            var location: StructSchema.Place?
            var branch: StructSchema.Place?
            init(_ name: String) { self.name = name }
        }
    }

    enum StricterBranchSchema: VersionedSchema {
        static let versionIdentifier = Schema.Version(6, 0, 0)
        static let models: [any PersistentModel.Type] = [Shop.self]

        @Model final class Shop {
            var name: String
            var location: StructSchema.Place
            var branch: StricterSchema.Place?
            init(_ name: String, _ location: StructSchema.Place) {
                self.name = name
                self.location = location
            }
        }
    }

    enum TextSchema: VersionedSchema {
        static let versionIdentifier = Schema.Version(7, 0, 0)
        static let models: [any PersistentModel.Type] = [Shop.self]

        @Model final class Shop {
            var name: String
            var location = "unknown"
            init(_ name: String) { self.name = name }
        }
    }

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.using(JSONSchema.self) { context in
            let place = ["street": "Main", "city": "Rome"]
            context.insert(JSONSchema.Shop("A", place, nil))
            context.insert(JSONSchema.Shop("B", ["street": "Side", "city": "Oslo"], place))
            try context.save()
        }
    }

    @Test func jsonBecomesColumns() throws {
        try folder.using(StructSchema.self) { context in
            let shops = try context.fetch(
                FetchDescriptor<StructSchema.Shop>(sortBy: [SortDescriptor(\.location.city)])
            )
            #expect(shops.map(\.name) == ["B", "A"])
            #expect(shops.map(\.location.street) == ["Side", "Main"])
            #expect(shops.map(\.branch?.city) == ["Rome", nil])
            let found = try context.fetchCount(
                FetchDescriptor<StructSchema.Shop>(
                    predicate: #Predicate { $0.branch?.street == "Main" }
                )
            )
            #expect(found == 1)
        }
    }

    @Test func addedFieldsHaveTheValueThatTheTypeDecodesWithoutThem() throws {
        try folder.using(StructSchema.self) { _ in }
        try folder.using(WiderSchema.self) { context in
            let shops = try context.fetch(
                FetchDescriptor<WiderSchema.Shop>(sortBy: [SortDescriptor(\.name)])
            )
            #expect(shops.map(\.location.city) == ["Rome", "Oslo"])
            #expect(shops.map(\.location.country) == [nil, nil])
            #expect(shops.map(\.location.floor) == [4, 4])
            #expect(shops.map(\.branch?.city) == [nil, "Rome"])
        }
    }

    @Test func structThatBecomesOptionalKeepsItsValues() throws {
        try folder.using(StructSchema.self) { _ in }
        let context = try folder.open(OptionalSchema.self)
        let shops = try context.fetch(
            FetchDescriptor<OptionalSchema.Shop>(sortBy: [SortDescriptor(\.name)])
        )
        #expect(shops.map(\.location?.city) == ["Rome", "Oslo"])
        #expect(shops.map(\.branch?.city) == [nil, "Rome"])
    }

    @Test func requiredFieldAddedToOptionalStructIsRefused() throws {
        try folder.using(StructSchema.self) { _ in }
        let error = #expect(throws: SwiftDataError.self) {
            try folder.open(StricterBranchSchema.self)
        }
        #expect(explanation(of: error).contains("branch.owner"))
    }

    @Test func structThatBecomesAnotherTypeIsRefused() throws {
        try folder.using(StructSchema.self) { _ in }
        let error = #expect(throws: SwiftDataError.self) { try folder.open(TextSchema.self) }
        #expect(explanation(of: error).contains("cannot be converted without loss"))
    }

    @Test func addedRequiredFieldWithoutValueIsRefused() throws {
        try folder.using(StructSchema.self) { _ in }
        let error = #expect(throws: SwiftDataError.self) { try folder.open(StricterSchema.self) }
        #expect(explanation(of: error).contains("location.owner"))
        let context = try folder.open(StructSchema.self)
        #expect(try context.fetchCount(FetchDescriptor<StructSchema.Shop>()) == 2)
    }

    @Test func jsonThatDoesNotMatchTheStructIsRefused() throws {
        try folder.using(JSONSchema.self) { context in
            context.insert(JSONSchema.Shop("C", ["street": "Odd"], nil))
            try context.save()
        }
        let error = #expect(throws: (any Error).self) { try folder.open(StructSchema.self) }
        #expect(explanation(of: error).contains("Odd"))
        let context = try folder.open(JSONSchema.self)
        #expect(try context.fetchCount(FetchDescriptor<JSONSchema.Shop>()) == 3)
    }
}

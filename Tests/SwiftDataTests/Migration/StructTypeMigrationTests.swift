// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Properties that were a value and become a struct with columns, or the other way round.
struct StructTypeMigrationTests {
    struct Place: Codable, Equatable {
        var city: String
        var floor: Int
    }

    enum Number: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static let models: [any PersistentModel.Type] = [Shop.self]

        @Model final class Shop {
            var name: String
            var place: Int?
            init(_ name: String, _ place: Int?) {
                self.name = name
                self.place = place
            }
        }
    }

    enum Struct: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static let models: [any PersistentModel.Type] = [Shop.self]

        @Model final class Shop {
            var name: String
            @Attribute(originalName: "place") var location: Place?
            init(_ name: String, _ location: Place?) {
                self.name = name
                self.location = location
            }
        }
    }

    enum NumberAgain: VersionedSchema {
        static let versionIdentifier = Schema.Version(3, 0, 0)
        static let models: [any PersistentModel.Type] = [Shop.self]

        @Model final class Shop {
            var name: String
            var location: Int?
            init(_ name: String) { self.name = name }
        }
    }

    /// The stages save, but change no row.
    private enum IdlePlan: SchemaMigrationPlan {
        static let schemas: [any VersionedSchema.Type] = [
            Number.self, Struct.self, NumberAgain.self,
        ]
        static var stages: [MigrationStage] {
            [
                .custom(
                    fromVersion: Number.self,
                    toVersion: Struct.self,
                    willMigrate: { try $0.save() },
                    didMigrate: nil
                ),
                .custom(
                    fromVersion: Struct.self,
                    toVersion: NumberAgain.self,
                    willMigrate: { try $0.save() },
                    didMigrate: nil
                ),
            ]
        }
    }

    private let folder = Result { try TemporaryFolder() }

    @Test func numberWithoutValuesBecomesAStruct() throws {
        let folder = try folder.get()
        try folder.using(Number.self) { context in
            context.insert(Number.Shop("bakery", nil))
            try context.save()
        }
        let context = try folder.open(Struct.self, plan: IdlePlan.self)
        let shop = try #require(try context.fetch(FetchDescriptor<Struct.Shop>()).first)
        #expect(shop.location == nil)
        shop.location = Place(city: "Ulm", floor: 2)
        try context.save()
        #expect(try context.fetch(FetchDescriptor<Struct.Shop>()).first?.location?.floor == 2)
    }

    @Test func numberWithAValueBecomesNoStruct() throws {
        let folder = try folder.get()
        try folder.using(Number.self) { context in
            context.insert(Number.Shop("bakery", 1))
            try context.save()
        }
        let error = #expect(throws: SwiftDataError.self) {
            _ = try folder.open(Struct.self, plan: IdlePlan.self)
        }
        #expect(explanation(of: error).contains("values cannot be converted without loss"))
        #expect(
            try folder.open(Number.self).fetch(FetchDescriptor<Number.Shop>()).first?.place == 1
        )
    }

    @Test(arguments: [nil, IdlePlan.self] as [(any SchemaMigrationPlan.Type)?])
    func structWithAValueBecomesNoNumber(_ plan: (any SchemaMigrationPlan.Type)?) throws {
        let folder = try folder.get()
        try folder.using(Struct.self) { context in
            context.insert(Struct.Shop("bakery", Place(city: "Ulm", floor: 2)))
            try context.save()
        }
        let error = #expect(throws: SwiftDataError.self) {
            _ = try folder.open(NumberAgain.self, plan: plan)
        }
        #expect(explanation(of: error).contains("values cannot be converted without loss"))
        let shop = try folder.open(Struct.self).fetch(FetchDescriptor<Struct.Shop>()).first
        #expect(shop?.location == Place(city: "Ulm", floor: 2))
    }

    @Test func structWithoutValuesBecomesANumber() throws {
        let folder = try folder.get()
        try folder.using(Struct.self) { context in
            context.insert(Struct.Shop("bakery", nil))
            try context.save()
        }
        let context = try folder.open(NumberAgain.self, plan: IdlePlan.self)
        let shop = try #require(try context.fetch(FetchDescriptor<NumberAgain.Shop>()).first)
        #expect(shop.name == "bakery")
        #expect(shop.location == nil)
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Attributes with the option `.codable`, which are stored as opaque JSON.
struct CodableAttributeTests {
    struct Size: Codable, Equatable {
        var width: Double
        var height: Double
    }

    struct Label: Codable, Equatable {
        var text: String
        var size: Size?
        var tags: [String]
        var made: Date
        var image: Data
        var count: UInt64
        var price: Decimal
        var isOld: Bool
    }

    @Model final class Parcel {
        var serial: Int
        @Attribute(.codable) var size: Size
        @Attribute(.codable) var label: Label?
        @Attribute(.codable) var weight = 1
        init(_ serial: Int, _ size: Size) {
            self.serial = serial
            self.size = size
        }
    }

    private static let label = Label(
        text: "a\0\"é",
        size: Size(width: 1, height: 0.1),
        tags: ["x"],
        made: Date(timeIntervalSinceReferenceDate: 0.1),
        image: Data([0, 255]),
        count: .max,
        price: Decimal(string: "0.10") ?? 0,
        isOld: true
    )

    private func container() throws -> ModelContainer {
        try ModelContainer(
            for: Parcel.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
    }

    @Test func valuesRoundTrip() throws {
        let container = try container()
        let context = ModelContext(container)
        let parcel = Parcel(1, Size(width: 2, height: 3))
        context.insert(parcel)
        try context.save()
        func read() throws -> Parcel? {
            try ModelContext(container).fetch(FetchDescriptor<Parcel>()).first
        }
        #expect(try read()?.size == Size(width: 2, height: 3))
        #expect(try read()?.label == nil)
        #expect(try read()?.weight == 1)
        parcel.label = Self.label
        parcel.size.width = 7
        try context.save()
        #expect(try read()?.label == Self.label)
        #expect(try read()?.size.width == 7)
        parcel.label = nil
        try context.save()
        #expect(try read()?.label == nil)
    }

    @Test func structHasOneColumn() throws {
        let container = try container()
        let entity = try #require(container.schema.entitiesByName["Parcel"])
        let size = try #require(entity.attributesByName["size"])
        #expect(size.isCodable && !(size is Schema.CompositeAttribute))
        let layout = SchemaLayout(container.coordinator.resolvedSchema)
        #expect(layout.tables[0].columns.map(\.name) == ["serial", "size", "label", "weight"])
    }

    @Test func fieldsAreNotQueried() throws {
        let context = ModelContext(try container())
        context.insert(Parcel(1, Size(width: 2, height: 3)))
        let size = Size(width: 2, height: 3)
        let field = #Predicate<Parcel> { $0.size.width > 1 }
        let whole = #Predicate<Parcel> { $0.size == size }
        let number = #Predicate<Parcel> { $0.weight == 1 }
        let element = #Predicate<Parcel> { $0.label?.tags.contains("x") == true }
        for predicate in [field, whole, number, element] {
            #expect(throws: SwiftDataError.unsupportedPredicate) {
                try context.fetch(FetchDescriptor(predicate: predicate))
            }
        }
        #expect(throws: SwiftDataError.unsupportedSortDescriptor) {
            try context.fetch(FetchDescriptor<Parcel>(sortBy: [SortDescriptor(\.weight)]))
        }
        let unlabelled = #Predicate<Parcel> { $0.label == nil }
        #expect(try context.fetchCount(FetchDescriptor(predicate: unlabelled)) == 1)
    }

    // MARK: Options that the macro does not see

    private static let hidden = Schema.Attribute.Option.codable

    @Model final class Hidden {
        @Attribute(CodableAttributeTests.hidden) var size: Size?
        init() {}
    }

    @Test func optionThatIsNotWrittenInTheAnnotationIsRefused() throws {
        let error = #expect(throws: SwiftDataError.unknownSchema) {
            try ModelContainer(
                for: Hidden.self,
                configurations: ModelConfiguration(isStoredInMemoryOnly: true)
            )
        }
        #expect(explanation(of: error).contains("Hidden.size: the option .codable"))
    }
}

/// Adding and removing the option `.codable`, and changing a type that has it.
struct CodableMigrationTests {
    typealias Label = CodableAttributeTests.Label

    enum CompositeSchema: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static let models: [any PersistentModel.Type] = [Parcel.self]

        @Model final class Parcel {
            var serial: Int
            var label: Label
            var other: Label?
            init(_ serial: Int, _ label: Label) {
                self.serial = serial
                self.label = label
            }
        }
    }

    enum OpaqueSchema: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static let models: [any PersistentModel.Type] = [Parcel.self]

        @Model final class Parcel {
            var serial: Int
            @Attribute(.codable) var label: Label
            @Attribute(.codable, originalName: "other") var second: Label?
            init(_ serial: Int, _ label: Label) {
                self.serial = serial
                self.label = label
            }
        }
    }

    enum CompositeAgainSchema: VersionedSchema {
        static let versionIdentifier = Schema.Version(5, 0, 0)
        static let models: [any PersistentModel.Type] = [Parcel.self]

        @Model final class Parcel {
            var serial: Int
            var label: Label
            @Attribute(originalName: "second") var third: Label?
            init(_ serial: Int, _ label: Label) {
                self.serial = serial
                self.label = label
            }
        }
    }

    enum WiderSchema: VersionedSchema {
        static let versionIdentifier = Schema.Version(3, 0, 0)
        static let models: [any PersistentModel.Type] = [Parcel.self]

        struct Label: Codable, Equatable {
            var text: String
            var color: String?
        }

        @Model final class Parcel {
            var serial: Int
            @Attribute(.codable) var label: Label
            @Attribute(.codable, originalName: "other") var second: Label?
            init(_ serial: Int, _ label: Label) {
                self.serial = serial
                self.label = label
            }
        }
    }

    enum ForeignSchema: VersionedSchema {
        static let versionIdentifier = Schema.Version(4, 0, 0)
        static let models: [any PersistentModel.Type] = [Parcel.self]

        struct Label: Codable {
            var owner: String
        }

        @Model final class Parcel {
            var serial: Int
            @Attribute(.codable) var label: Label
            init(_ serial: Int, _ label: Label) {
                self.serial = serial
                self.label = label
            }
        }
    }

    private let folder: TemporaryFolder
    private let label = Label(
        text: "a\"é",
        size: .init(width: 1, height: 0.1),
        tags: ["x", "y"],
        made: Date(timeIntervalSinceReferenceDate: 0.1),
        image: Data([0, 255]),
        count: .max,
        price: Decimal(string: "12345678901234567890.1") ?? 0,
        isOld: true
    )

    init() throws {
        folder = try TemporaryFolder()
        try folder.using(CompositeSchema.self) { context in
            let parcel = CompositeSchema.Parcel(1, label)
            parcel.other = label
            parcel.other?.size = nil
            context.insert(parcel)
            context.insert(CompositeSchema.Parcel(2, label))
            try context.save()
        }
    }

    @Test func columnsBecomeJSONAndJSONBecomesColumns() throws {
        try folder.using(OpaqueSchema.self) { context in
            let parcels = try context.fetch(
                FetchDescriptor<OpaqueSchema.Parcel>(sortBy: [SortDescriptor(\.serial)])
            )
            #expect(parcels.map(\.label) == [label, label])
            #expect(parcels.map(\.second?.text) == [label.text, nil])
            #expect(parcels.first?.second?.size == nil)
            #expect(parcels.first?.second?.tags == ["x", "y"])
        }
        try folder.using(CompositeAgainSchema.self) { context in
            let sorted = FetchDescriptor<CompositeAgainSchema.Parcel>(
                predicate: #Predicate { $0.label.isOld },
                sortBy: [SortDescriptor(\.serial)]
            )
            let parcels = try context.fetch(sorted)
            #expect(parcels.map(\.label) == [label, label])
            #expect(parcels.map(\.third?.text) == [label.text, nil])
        }
    }

    struct Seal: Codable, Equatable {
        struct Stamp: Codable, Equatable {
            var number: Int
        }

        var text: String
        var first: Stamp
        var second: Stamp?

        enum CodingKeys: String, CodingKey {
            case text = "text.plain"
            case first = "stamp.first"
            case second = "stamp.second"
        }
    }

    enum SealSchema: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static let models: [any PersistentModel.Type] = [Letter.self]

        @Model final class Letter {
            var seal: Seal
            init(_ seal: Seal) { self.seal = seal }
        }
    }

    enum OpaqueSealSchema: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static let models: [any PersistentModel.Type] = [Letter.self]

        @Model final class Letter {
            @Attribute(.codable) var seal: Seal
            init(_ seal: Seal) { self.seal = seal }
        }
    }

    @Test func columnsOfCodingKeysWithPeriodsBecomeJSON() throws {
        let letters = try TemporaryFolder()
        let seal = Seal(text: "wax", first: .init(number: 1), second: .init(number: 2))
        try letters.using(SealSchema.self) { context in
            context.insert(SealSchema.Letter(seal))
            try context.save()
        }
        try letters.using(OpaqueSealSchema.self) { context in
            let found = try context.fetch(FetchDescriptor<OpaqueSealSchema.Letter>())
            #expect(found.map(\.seal) == [seal])
        }
    }

    @Test func changedTypeNeedsNoMigration() throws {
        try folder.using(OpaqueSchema.self) { _ in }
        try FileManager.default.removeItem(atPath: folder.path("test.store.backup"))
        try folder.using(WiderSchema.self) { context in
            let parcels = try context.fetch(FetchDescriptor<WiderSchema.Parcel>())
            #expect(parcels.map(\.label) == Array(repeating: .init(text: "a\"é"), count: 2))
        }
        #expect(!folder.contains("test.store.backup"))
    }

    @Test func columnsThatTheTypeCannotDecodeAreRefused() throws {
        let error = #expect(throws: (any Error).self) { try folder.open(ForeignSchema.self) }
        #expect(explanation(of: error).contains("cannot be converted to JSON"))
        let context = try folder.open(CompositeSchema.self)
        #expect(try context.fetchCount(FetchDescriptor<CompositeSchema.Parcel>()) == 2)
    }
}

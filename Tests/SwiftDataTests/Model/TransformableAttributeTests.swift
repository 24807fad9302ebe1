// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Attributes whose values a value transformer converts to data.
struct TransformableAttributeTests {
    struct Tone: Equatable {
        var red: UInt8
        var green: UInt8
    }

    final class ToneTransformer: ValueTransformer {
        override func transformedValue(_ value: Any?) -> Any? {
            guard let tone = value as? Tone, tone.red != 13 else { return nil }
            return Data([tone.red, tone.green])
        }

        override func reverseTransformedValue(_ value: Any?) -> Any? {
            guard let data = value as? Data, data.count == 2, data[0] != 99 else { return nil }
            return Tone(red: data[0], green: data[1])
        }
    }

    final class OneWayTransformer: ValueTransformer {
        override class func allowsReverseTransformation() -> Bool { false }
    }

    @Model final class Swatch {
        var serial: Int
        @Attribute(.transformable(by: ToneTransformer.self)) var tone: Tone
        @Attribute(.transformable(by: ToneTransformer.self), .preserveValueOnDeletion)
        var second: Tone?
        @Attribute(.transformable(by: ToneTransformer.self)) var third: Tone = Tone(
            red: 5,
            green: 6
        )
        init(_ serial: Int, _ tone: Tone) {
            self.serial = serial
            self.tone = tone
        }
    }

    @Model final class NamedSwatch {
        @Attribute(.transformable(by: "TransformableAttributeTests.Named")) var tone: Tone?
        init() {}
    }

    @Model final class UnknownSwatch {
        @Attribute(.transformable(by: "TransformableAttributeTests.Unknown")) var tone: Tone?
        init() {}
    }

    @Model final class OneWaySwatch {
        @Attribute(.transformable(by: OneWayTransformer.self)) var tone: Tone?
        init() {}
    }

    private func container<M: PersistentModel>(for type: M.Type) throws -> ModelContainer {
        try ModelContainer(
            for: type,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
    }

    @Test func valuesRoundTrip() throws {
        let container = try container(for: Swatch.self)
        let context = ModelContext(container)
        let swatch = Swatch(1, Tone(red: 1, green: 2))
        context.insert(swatch)
        try context.save()
        func read() throws -> Swatch? {
            try ModelContext(container).fetch(FetchDescriptor<Swatch>()).first
        }
        #expect(try read()?.tone == Tone(red: 1, green: 2))
        #expect(try read()?.second == nil)
        #expect(try read()?.third == Tone(red: 5, green: 6))
        swatch.second = Tone(red: 3, green: 4)
        swatch.setTransformableValue(forKey: \.tone, to: Tone(red: 9, green: 9))
        try context.save()
        #expect(try read()?.second == Tone(red: 3, green: 4))
        let tone: Tone? = try read()?.getTransformableValue(forKey: \.tone)
        #expect(tone == Tone(red: 9, green: 9))
        swatch.second = nil
        try context.save()
        #expect(try read()?.second == nil)
    }

    @Test func schemaNamesTheTransformer() throws {
        let schema = Schema([Swatch.self])
        let tone = try #require(schema.entitiesByName["Swatch"]?.attributesByName["tone"])
        #expect(tone.isTransformable && !tone.isCodable)
        let kinds = SchemaLayout(try ResolvedSchema(schema)).tables[0].columns.map(\.type.kind)
        #expect(kinds == [.integer, .data, .data, .data])
    }

    @Test func registeredNameIsUsed() throws {
        let name = NSValueTransformerName("TransformableAttributeTests.Named")
        ValueTransformer.setValueTransformer(ToneTransformer(), forName: name)
        defer { ValueTransformer.setValueTransformer(nil, forName: name) }
        let container = try container(for: NamedSwatch.self)
        let context = ModelContext(container)
        let swatch = NamedSwatch()
        swatch.tone = Tone(red: 1, green: 1)
        context.insert(swatch)
        try context.save()
        let found = try ModelContext(container).fetch(FetchDescriptor<NamedSwatch>()).first
        #expect(found?.tone == Tone(red: 1, green: 1))
    }

    @Test func unregisteredNameIsRefused() throws {
        let error = #expect(throws: SwiftDataError.unknownSchema) {
            try container(for: UnknownSwatch.self)
        }
        #expect(explanation(of: error).contains("TransformableAttributeTests.Unknown"))
    }

    @Test func transformerThatOnlyWritesIsRefused() throws {
        let error = #expect(throws: SwiftDataError.unknownSchema) {
            try container(for: OneWaySwatch.self)
        }
        #expect(explanation(of: error).contains("no reverse transformation"))
    }

    @Test func valueWithoutDataIsNotSaved() throws {
        let context = ModelContext(try container(for: Swatch.self))
        let swatch = Swatch(1, Tone(red: 13, green: 0))
        context.insert(swatch)
        let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
        #expect(explanation(of: error).contains("ToneTransformer.transformedValue(_:)"))
        swatch.tone.red = 0
        try context.save()
        #expect(!context.hasChanges)
    }

    @Test func dataWithoutValueFailsItsPropertyOnly() throws {
        let container = try container(for: Swatch.self)
        let context = ModelContext(container)
        let swatch = Swatch(7, Tone(red: 1, green: 1))
        swatch.second = Tone(red: 99, green: 0)
        context.insert(swatch)
        try context.save()
        let (found, warnings) = try collectingRuntimeWarnings {
            let found = try ModelContext(container).fetch(FetchDescriptor<Swatch>()).first
            return (found?.serial, found?.third)
        }
        #expect(found.0 == 7 && found.1 == Tone(red: 5, green: 6))
        #expect(warnings == [])
        let (second, reports) = try collectingRuntimeWarnings {
            let reader = ModelContext(container)
            return try reader.fetch(FetchDescriptor<Swatch>()).first?.second
        }
        #expect(second == nil)
        #expect(reports.contains { $0.contains("reverseTransformedValue(_:) returned nil") })
    }

    @Test func tombstonesHaveTheValue() throws {
        let context = ModelContext(try container(for: Swatch.self))
        let swatch = Swatch(1, Tone(red: 1, green: 2))
        swatch.second = Tone(red: 8, green: 8)
        context.insert(swatch)
        try context.save()
        context.delete(swatch)
        try context.save()
        let last = try #require(
            context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last
        )
        guard case .delete(let change) = try #require(last.changes.first),
            let deletion = change as? DefaultHistoryDelete<Swatch>
        else {
            Issue.record("no deletion")
            return
        }
        #expect(deletion.tombstone[\.second] as? Tone == Tone(red: 8, green: 8))
    }

    @Test func valuesAreNotQueried() throws {
        let context = ModelContext(try container(for: Swatch.self))
        context.insert(Swatch(1, Tone(red: 1, green: 1)))
        let none = #Predicate<Swatch> { $0.second == nil }
        #expect(try context.fetchCount(FetchDescriptor(predicate: none)) == 1)
        let red = #Predicate<Swatch> { $0.tone.red == 1 }
        #expect(throws: SwiftDataError.unsupportedPredicate) {
            try context.fetch(FetchDescriptor(predicate: red))
        }
    }
}

/// The registry of value transformers.
struct ValueTransformerTests {
    private final class Doubler: ValueTransformer {
        override func transformedValue(_ value: Any?) -> Any? { (value as? Int).map { $0 * 2 } }
    }

    @Test func transformersAreFoundByName() {
        let name = NSValueTransformerName("ValueTransformerTests.Doubler")
        #expect(ValueTransformer(forName: name) == nil)
        let doubler = Doubler()
        ValueTransformer.setValueTransformer(doubler, forName: name)
        #expect(ValueTransformer(forName: name) === doubler)
        #expect(Doubler(forName: name)?.transformedValue(2) as? Int == 4)
        #expect(ValueTransformer.valueTransformerNames().contains(name))
        ValueTransformer.setValueTransformer(nil, forName: name)
        #expect(ValueTransformer(forName: name) == nil)
        #expect(Doubler.allowsReverseTransformation())
    }
}

/// Adding and removing a value transformer.
struct TransformableMigrationTests {
    enum PlainSchema: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static let models: [any PersistentModel.Type] = [Swatch.self]

        @Model final class Swatch {
            var tone: Data?
            init() {}
        }
    }

    enum TransformedSchema: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static let models: [any PersistentModel.Type] = [Swatch.self]

        @Model final class Swatch {
            @Attribute(.transformable(by: TransformableAttributeTests.ToneTransformer.self))
            var tone: TransformableAttributeTests.Tone?
            init() {}
        }
    }

    @Test func transformerCannotBeAddedToStoredData() throws {
        let folder = try TemporaryFolder()
        try folder.using(PlainSchema.self) { context in
            context.insert(PlainSchema.Swatch())
            try context.save()
        }
        let error = #expect(throws: SwiftDataError.self) {
            _ = try folder.open(TransformedSchema.self)
        }
        #expect(explanation(of: error).contains("cannot be converted without loss"))
    }
}

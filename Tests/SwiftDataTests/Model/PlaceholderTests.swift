// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Attributes of types without a placeholder value.
@Suite struct PlaceholderTests {
    struct Address: RawRepresentable, Codable {
        let rawValue: String
        init?(rawValue: String) {
            guard rawValue.contains("@") else { return nil }
            self.rawValue = rawValue
        }
    }

    enum Shape: Codable, Equatable {
        case circle(Double)
        case square(Double, Double)
    }

    @Model final class Odd {
        var address: Address?
        var mail: Address
        var shape: Shape
        init(_ mail: Address) {
            self.mail = mail
            shape = .square(1, 2)
        }
    }

    @Model final class Drawing {
        var shape: Shape
        var color = Color(hex: "#ff0000")
        init() { shape = .square(1, 2) }
    }

    /// A color whose decoder accepts six hexadecimal digits only.
    struct Color: Codable, Equatable {
        let hex: String
        init(hex: String) { self.hex = hex }
        init(from decoder: any Decoder) throws {
            hex = try decoder.singleValueContainer().decode(String.self)
            guard hex.count == 7 else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: [], debugDescription: "\(hex) is not a color")
                )
            }
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(hex)
        }
    }

    /// A type whose first cases contain another value of it.
    indirect enum Condition: Codable, Equatable {
        case not(Condition)
        case either(Condition, Condition)
        case contains(String)
    }

    struct Rule: Codable, Equatable {
        var name: String
        var condition: Condition
    }

    /// A class of which each object refers to another one.
    final class Link: Codable {
        let next: Link
        init(next: Link) { self.next = next }
    }

    @Model final class Filter {
        var rule: Rule
        var condition: Condition
        init(_ condition: Condition) {
            rule = Rule(name: "new", condition: condition)
            self.condition = condition
        }
    }

    /// A version of an app that has fewer moods than the next one.
    enum Older {
        enum Mood: String, Codable {
            case calm
            case wild
        }

        @Model final class Sky {
            var place = "north"
            var mood = Mood.wild
            init() {}
        }
    }

    enum Newer {
        enum Mood: String, Codable {
            case calm
            case wild
            case angry
        }

        @Model final class Sky {
            var place = "north"
            var mood = Mood.angry
            init() {}
        }
    }

    private let container: ModelContainer
    private let writer: ModelContext
    private let written: Odd

    init() throws {
        container = try ModelContainer(
            for: Odd.self,
            Drawing.self,
            Filter.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        writer = ModelContext(container)
        written = Odd(try #require(Address(rawValue: "a@b")))
        writer.insert(written)
        try writer.save()
    }

    @Test func unknownIdentifierReturnsNoModelWithoutValues() throws {
        let context = ModelContext(container)
        let unknown = try PersistentIdentifier.identifier(
            for: "elsewhere",
            entityName: "Odd",
            primaryKey: 7
        )
        let model = context.model(for: unknown)
        #expect(model.persistentModelID == unknown)
        #expect(!(model is Odd))
    }

    @Test func identifierOfDeletedRowReturnsNoModelWithoutValues() throws {
        let identifier = written.persistentModelID
        writer.delete(written)
        try writer.save()
        let model = ModelContext(container).model(for: identifier)
        #expect(model.persistentModelID == identifier)
        #expect(!(model is Odd))
    }

    @Test func batchesKeepValuesOfDeletedRows() throws {
        var descriptor = FetchDescriptor<Odd>()
        descriptor.includePendingChanges = false
        descriptor.propertiesToFetch = [\.address]
        let batch = try ModelContext(container).fetch(descriptor, batchSize: 1)
        writer.delete(written)
        try writer.save()
        #expect(batch[0].mail.rawValue == "a@b")
        #expect(batch[0].shape == .square(1, 2))
    }

    @Test func enumWithAssociatedValuesHasItsFirstCaseAsPlaceholder() throws {
        let unknown = try PersistentIdentifier.identifier(
            for: "elsewhere",
            entityName: "Drawing",
            primaryKey: 7
        )
        let drawing = try #require(ModelContext(container).model(for: unknown) as? Drawing)
        #expect(drawing.shape == .circle(0))
    }

    @Test func recursiveEnumHasItsFirstFiniteCaseAsPlaceholder() {
        #expect(Placeholder.value(of: Condition.self) == .contains(""))
        let rule = Placeholder.value(of: Rule.self)
        #expect(rule == Rule(name: "", condition: .contains("")))
    }

    @Test func typeWithoutFiniteValuesHasNoPlaceholder() {
        #expect(Placeholder.value(of: Link.self) == nil)
        #expect(Placeholder.value(of: [Link].self)?.isEmpty == true)
    }

    @Test func recursiveEnumCanBeStored() throws {
        let filter = Filter(.not(.contains("x")))
        writer.insert(filter)
        try writer.save()
        let context = ModelContext(container)
        let stored = try #require(try context.fetch(FetchDescriptor<Filter>()).first)
        #expect(stored.rule == filter.rule)
        #expect(stored.condition == filter.condition)
    }

    @Test func modelOfMissingRowHasPlaceholderOfRecursiveEnum() throws {
        let unknown = try PersistentIdentifier.identifier(
            for: "elsewhere",
            entityName: "Filter",
            primaryKey: 7
        )
        let filter = try #require(ModelContext(container).model(for: unknown) as? Filter)
        #expect(filter.condition == .contains(""))
    }

    @Test func modelKeepsValuesIfItsRowIsDeletedAfterARollback() throws {
        let context = ModelContext(container)
        let model = try #require(try context.fetch(FetchDescriptor<Odd>()).first)
        model.mail = try #require(Address(rawValue: "c@d"))
        context.rollback()
        writer.delete(written)
        try writer.save()
        #expect(model.mail.rawValue == "a@b")
        context.processPendingChanges()
        #expect(model.modelContext == nil)
        #expect(model.mail.rawValue == "a@b")
    }

    @Test func modelKeepsValuesIfItIsDeletedAfterARollback() throws {
        let context = ModelContext(container)
        let model = try #require(try context.fetch(FetchDescriptor<Odd>()).first)
        context.delete(model)
        context.rollback()
        #expect(!model.hasChanges)
        context.delete(model)
        try context.save()
        #expect(model.mail.rawValue == "a@b")
    }

    @Test func rollbackKeepsValuesOfRowsThatWereDeleted() throws {
        let context = ModelContext(container)
        let model = try #require(try context.fetch(FetchDescriptor<Odd>()).first)
        model.address = Address(rawValue: "c@d")
        writer.delete(written)
        try writer.save()
        context.rollback()
        #expect(model.mail.rawValue == "a@b")
        #expect(model.address == nil)
    }

    @Test func typeWithValidatingDecoderHasPlaceholder() {
        #expect(Placeholder.value(of: Color.self) == Color(hex: "#000000"))
        #expect(Placeholder.value(of: [Color].self) == [])
    }

    @Test func unknownRawValueFailsItsPropertyAndIsReported() throws {
        let folder = try TemporaryFolder()
        let configuration = ModelConfiguration(url: folder.store)
        do {
            let newer = try ModelContainer(for: Newer.Sky.self, configurations: configuration)
            let context = ModelContext(newer)
            context.insert(Newer.Sky())
            try context.save()
        }
        let container = try ModelContainer(for: Older.Sky.self, configurations: configuration)
        let sky = try #require(
            try ModelContext(container).fetch(FetchDescriptor<Older.Sky>()).first
        )
        #expect(sky.place == "north")
        let (mood, warnings) = collectingRuntimeWarnings { sky.mood }
        #expect(mood == .wild)
        let warning = try #require(warnings.first)
        #expect(warning.contains("Sky.mood"))
        #expect(warning.contains("expected a Mood"))
    }

    @Test func modelKeepsValuesAfterItsRowIsDeleted() throws {
        let context = ModelContext(container)
        let model = try #require(context.model(for: written.persistentModelID) as? Odd)
        writer.delete(written)
        try writer.save()
        context.processPendingChanges()
        #expect(model.modelContext == nil)
        #expect(model.mail.rawValue == "a@b")
        #expect(model.shape == .square(1, 2))
        #expect(model.address == nil)
    }
}

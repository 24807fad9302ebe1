// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Attributes of structures with raw values, such as option sets.
@Suite struct RawValueAttributeTests {
    struct Days: OptionSet, Codable, Hashable {
        let rawValue: Int
        static let saturday = Days(rawValue: 1)
        static let sunday = Days(rawValue: 2)
    }

    struct Code: RawRepresentable, Codable, Hashable {
        let rawValue: String
    }

    @Model final class Shop {
        var name: String
        var closed: Days
        var code: Code?
        init(_ name: String, closed: Days, code: Code? = nil) {
            self.name = name
            self.closed = closed
            self.code = code
        }
    }

    private let context: ModelContext

    init() throws {
        let container = try ModelContainer(
            for: Shop.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        context = ModelContext(container)
        context.insert(Shop("A", closed: []))
        context.insert(Shop("B", closed: .sunday, code: Code(rawValue: "x")))
        context.insert(Shop("C", closed: [.saturday, .sunday], code: Code(rawValue: "y")))
    }

    /// Returns the names of the matching shops, which are the same before and after a save.
    private func names(_ predicate: Predicate<Shop>) throws -> [String] {
        let descriptor = FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.name)])
        let unsaved = try context.fetch(descriptor).map(\.name)
        try context.save()
        let saved = try ModelContext(context.container).fetch(descriptor).map(\.name)
        #expect(unsaved == saved)
        return saved
    }

    @Test func optionSetsAreCompared() throws {
        #expect(try names(#Predicate { $0.closed == .sunday }) == ["B"])
        let weekend: Days = [.saturday, .sunday]
        #expect(try names(#Predicate { $0.closed != weekend }) == ["A", "B"])
        #expect(try names(#Predicate { [weekend, []].contains($0.closed) }) == ["A", "C"])
    }

    @Test func rawValuesAreCompared() throws {
        #expect(try names(#Predicate { $0.closed.rawValue > 1 }) == ["B", "C"])
        #expect(try names(#Predicate { $0.code?.rawValue == "x" }) == ["B"])
        #expect(try names(#Predicate { $0.code == nil }) == ["A"])
    }

    @Test func valuesAreReadAgain() throws {
        try context.save()
        let shops = try ModelContext(context.container).fetch(
            FetchDescriptor<Shop>(sortBy: [SortDescriptor(\.name)])
        )
        #expect(shops.map(\.closed) == [[], .sunday, [.saturday, .sunday]])
        #expect(shops.map(\.code?.rawValue) == [nil, "x", "y"])
    }
}

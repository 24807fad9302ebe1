// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// The order of fetch results.
@Suite struct SortTests {
    private func serials(_ sort: SortDescriptor<Specimen>...) throws -> [Int] {
        try FourSpecimens().context.fetch(FetchDescriptor(sortBy: sort)).map(\.serial)
    }

    @Test func numbersSortByValue() throws {
        #expect(try serials(SortDescriptor(\.int)) == [2, 0, 1, 3])
        #expect(try serials(SortDescriptor(\.int, order: .reverse)) == [3, 1, 0, 2])
        #expect(try serials(SortDescriptor(\.uint64, order: .reverse)).first == 3)
        #expect(try serials(SortDescriptor(\.decimal, order: .reverse)).prefix(2) == [0, 1])
    }

    @Test func nilSortsFirstForwardAndLastInReverse() throws {
        #expect(try serials(SortDescriptor(\.optionalInt)) == [0, 3, 2, 1])
        #expect(try serials(SortDescriptor(\.optionalInt, order: .reverse)) == [1, 2, 3, 0])
    }

    @Test func enumsSortByTheirComparableOrder() throws {
        #expect(try serials(SortDescriptor(\.level), SortDescriptor(\.int)) == [0, 3, 1, 2])
    }

    @Test func equalRowsSortByPrimaryKey() throws {
        #expect(try serials(SortDescriptor(\.uint64)) == [0, 1, 2, 3])
        #expect(try serials(SortDescriptor(\.uint64, order: .reverse)) == [3, 2, 1, 0])
    }

    @Test func sortFollowsToOneRelationships() throws {
        #expect(try serials(SortDescriptor(\.shelf?.name, order: .reverse)).prefix(2) == [0, 1])
        #expect(try serials(SortDescriptor(\.shelf?.region?.code, order: .reverse)).first == 0)
    }

    @Test func textSortsLocalizedUnlessLexical() throws {
        let context = ModelContext(try SpecimenBox.container())
        for (serial, text) in ["b10", "B9", "a", "\u{E9}", "z"].enumerated() {
            let specimen = Specimen(serial: serial)
            specimen.text = text
            context.insert(specimen)
        }
        func texts(_ sort: SortDescriptor<Specimen>) throws -> [String] {
            try context.fetch(FetchDescriptor(sortBy: [sort])).map(\.text)
        }
        let natural = ["a", "B9", "b10", "\u{E9}", "z"]
        #expect(try texts(SortDescriptor(\.text)) == natural)
        #expect(try texts(SortDescriptor(\.text, comparator: .localizedStandard)) == natural)
        #expect(try texts(SortDescriptor(\.text, comparator: .localized)) == natural)
        #expect(
            try texts(SortDescriptor(\.text, comparator: .lexical)) == [
                "B9", "a", "b10", "z", "\u{E9}",
            ]
        )
    }

    @Model final class Dish {
        #Index<Dish>([\.kind, \.title])
        @Attribute(.unique) var slug: String
        var title: String
        var kind = "soup"
        init(_ slug: String, _ title: String) {
            self.slug = slug
            self.title = title
        }
    }

    @Test func modelsWithoutASortDescriptorAreInTheOrderOfInsertion() throws {
        let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
        let container = try ModelContainer(for: Dish.self, configurations: configuration)
        let context = ModelContext(container)
        for (slug, title) in [("z", "C"), ("y", "B"), ("x", "A")] {
            context.insert(Dish(slug, title))
            try context.save()
        }
        let soups = FetchDescriptor<Dish>(predicate: #Predicate { $0.kind == "soup" })
        let late = FetchDescriptor<Dish>(predicate: #Predicate { $0.slug > "a" })
        for descriptor in [FetchDescriptor<Dish>(), soups, late] {
            #expect(try context.fetch(descriptor).map(\.title) == ["C", "B", "A"])
            let models = try context.fetchIdentifiers(descriptor).map { context.model(for: $0) }
            #expect(models.map { ($0 as? Dish)?.title } == ["C", "B", "A"])
        }
    }
}

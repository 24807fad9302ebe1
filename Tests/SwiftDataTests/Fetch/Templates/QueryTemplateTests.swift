// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Which fetches share a translation, and the results of those that do.
@Suite(.enabled(if: Accelerators.areUsed)) struct QueryTemplateTests {
    private let specimens: FourSpecimens
    private var context: ModelContext { specimens.context }

    init() throws { specimens = try FourSpecimens() }

    private func template<T: PersistentModel>(
        _ predicate: Predicate<T>?,
        _ order: [SortDescriptor<T>] = []
    ) throws -> QueryTemplate? {
        let descriptor = FetchDescriptor(predicate: predicate, sortBy: order)
        return try context.graph.fetcher.query(descriptor, outline: descriptor.outline)
            .template
    }

    private func texts(_ text: String, _ limit: Int) -> Predicate<Specimen> {
        #Predicate { $0.text == text && $0.int > limit }
    }

    @Test func predicatesWithOtherValuesShareTemplate() throws {
        let first = try #require(try template(texts("a", 1)))
        #expect(try template(texts("b", 2)) === first)
        let descriptor = FetchDescriptor(predicate: texts("b", 2))
        let query = try context.graph.fetcher.query(
            descriptor,
            outline: descriptor.outline
        )
        #expect(query.value(at: 0) == .text("b"))
    }

    @Test func operatorsAndPropertiesSeparateTemplates() throws {
        let number = 3
        let templates = [
            try template(#Predicate<Specimen> { $0.int > number }),
            try template(#Predicate<Specimen> { $0.int < number }),
            try template(#Predicate<Specimen> { $0.int >= number }),
            try template(#Predicate<Specimen> { $0.int64 > 3 }),
            try template(#Predicate<Specimen> { $0.serial > number }),
            try template(#Predicate<Specimen> { $0.int + number > number }),
            try template(#Predicate<Specimen> { $0.int - number > number }),
            try template(nil as Predicate<Specimen>?),
            try template(nil, [SortDescriptor(\Specimen.serial)]),
            try template(nil, [SortDescriptor(\Specimen.serial, order: .reverse)]),
            try template(#Predicate<Shelf> { $0.weight > number }),
        ]
        #expect(Set(templates.compactMap(\.self)).count == templates.count)
    }

    @Test func joinedAndEvaluatedPredicatesShareTemplates() throws {
        func positive(_ limit: Int) -> Predicate<Specimen> { #Predicate { $0.int > limit } }
        func evaluated(_ limit: Int) -> Predicate<Specimen> {
            let other = positive(limit)
            return #Predicate { !other.evaluate($0) }
        }
        func joined(_ text: String, _ limit: Int) -> Predicate<Specimen> {
            Predicate(any: [
                Predicate(all: [texts(text, limit), evaluated(limit)]), positive(limit),
            ])
        }
        let template = try #require(try template(joined("a", 1)))
        #expect(try self.template(joined("b", 2)) === template)
        #expect(try self.template(evaluated(1)) != nil)
        #expect(try self.template(evaluated(1)) === self.template(evaluated(4)))
        let others = [
            Predicate(any: [positive(1)]), Predicate(any: [positive(1), positive(2)]),
            Predicate(all: [positive(1), positive(2)]),
            Predicate(all: [positive(1), evaluated(2)]),
            evaluated(1), positive(1),
        ]
        #expect(try Set(others.map { try self.template($0) }).count == others.count)
        for (text, limit) in [("a", 1), ("b", -5), ("", 4), ("a", 0)] {
            let predicate = joined(text, limit)
            #expect(try specimens.matching(predicate) == specimens.evaluating(predicate))
        }
        for predicate in others {
            #expect(try specimens.matching(predicate) == specimens.evaluating(predicate))
        }
    }

    @Test func nilIsPartOfTemplate() throws {
        func predicate(_ text: String?) -> Predicate<Specimen> {
            #Predicate { $0.optionalText == text }
        }
        let some = try #require(try template(predicate("a")))
        let none = try #require(try template(predicate(nil)))
        #expect(some !== none)
        #expect(try template(predicate("b")) === some)
        for text in ["a", nil, "b", nil, "a"] {
            #expect(
                try specimens.matching(predicate(text)) == specimens.evaluating(predicate(text))
            )
        }
    }

    @Test func positionsOfNilSeparateTemplates() throws {
        func predicate(_ text: String?, _ number: Int?) -> Predicate<Specimen> {
            #Predicate { $0.optionalText == text && $0.optionalInt == number }
        }
        #expect(try template(predicate("a", nil)) !== template(predicate(nil, 1)))
        for (text, number) in [("a", nil), (nil, 1), ("a", 1), (nil, nil)] as [(String?, Int?)] {
            let predicate = predicate(text, number)
            #expect(try specimens.matching(predicate) == specimens.evaluating(predicate))
        }
    }

    @Test func notANumberHasNoTemplate() throws {
        func predicate(_ number: Double) -> Predicate<Specimen> {
            #Predicate { $0.double == number }
        }
        #expect(try template(predicate(1)) != nil)
        #expect(try template(predicate(.nan)) == nil)
        #expect(try specimens.matching(predicate(.nan)) == [])
    }

    @Test func translationsThatDependOnValuesHaveNoTemplate() throws {
        let numbers = [1, 2]
        let words = ["a": 1]
        let range = 1...3
        #expect(try template(#Predicate<Specimen> { numbers.contains($0.int) }) == nil)
        #expect(try template(#Predicate<Specimen> { $0.int == words["a"] ?? 0 }) == nil)
        #expect(try template(#Predicate<Specimen> { range.contains($0.int) }) == nil)
    }

    @Test func capturedValuesAreComparedAnew() throws {
        func predicate(_ left: Int, _ right: Int) -> Predicate<Specimen> {
            #Predicate { left == right || $0.serial == 1 }
        }
        let all = try specimens.matching(predicate(1, 1))
        #expect(all == [0, 1, 2, 3])
        #expect(try specimens.matching(predicate(1, 2)) == [1])
        #expect(try specimens.matching(predicate(2, 2)) == all)
    }

    @Test func identifiersShareTemplate() throws {
        func predicate(_ id: PersistentIdentifier) -> Predicate<Specimen> {
            #Predicate { $0.shelf?.persistentModelID == id }
        }
        let shelves = try context.fetch(FetchDescriptor<Shelf>())
        let new = Shelf(name: "new", note: nil, weight: 1, region: nil)
        context.insert(new)
        let specimen = Specimen(serial: 9)
        context.insert(specimen)
        specimen.shelf = new
        let identifiers = (shelves + [new]).map(\.persistentModelID)
        let templates = try identifiers.map { try template(predicate($0)) }
        #expect(Set(templates).count == 1)
        #expect(templates.first != .some(nil))
        #expect(try specimens.matching(predicate(new.persistentModelID)) == [9])
        for identifier in identifiers {
            let predicate = predicate(identifier)
            #expect(try specimens.matching(predicate) == specimens.evaluating(predicate))
        }
    }

    @Test func unsupportedPredicatesThrowEachTime() throws {
        func predicate(_ text: String) -> Predicate<Specimen> {
            let words = [text]
            return #Predicate { $0.text == text && $0.keywords == words }
        }
        for text in ["a", "b"] {
            let error = #expect(throws: SwiftDataError.self) {
                try context.fetch(FetchDescriptor(predicate: predicate(text)))
            }
            #expect(error?.code == .unsupportedPredicate)
        }
    }
}

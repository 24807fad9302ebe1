// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Attributes of types that Foundation cannot decode from placeholder values.
struct UndecodableTypeTests {
    struct Rule: Codable, Equatable {
        var allowed = CharacterSet(charactersIn: "xyz")
        var limit = 1
        var others: [CharacterSet] = [.init(charactersIn: "1")]
        var source: URLComponents?
    }

    enum Filter: Codable, Equatable {
        case letters(CharacterSet)
        case none
    }

    @Model final class Alphabet {
        var letters: CharacterSet
        var extra: CharacterSet?
        var rule = Rule()
        var filter = Filter.none
        @Attribute(.codable) var opaque = CharacterSet()
        init(_ letters: CharacterSet) { self.letters = letters }
    }

    @Test func setsOfCharactersComeBack() throws {
        let container = try ModelContainer(
            for: Alphabet.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let context = ModelContext(container)
        let alphabet = Alphabet(CharacterSet(charactersIn: "aä"))
        alphabet.filter = .letters(.init(charactersIn: "e"))
        alphabet.opaque = CharacterSet(charactersIn: "o")
        alphabet.rule.source = URLComponents(string: "https://example.org/a")
        context.insert(alphabet)
        try context.save()
        let stored = try #require(
            try ModelContext(container).fetch(FetchDescriptor<Alphabet>()).first
        )
        #expect(stored.letters == CharacterSet(charactersIn: "aä"))
        #expect(stored.extra == nil)
        #expect(stored.rule == alphabet.rule)
        #expect(stored.filter == alphabet.filter)
        #expect(stored.opaque == CharacterSet(charactersIn: "o"))
    }

    @Test func structHasAJSONColumnForThem() throws {
        let columns = try #require(_CompositeShape.of(Rule.self)?.columns)
        #expect(columns.map(\.type.kind) == [.json, .integer, .json, .json])
    }

    @Test func otherTypesOfFoundationHavePlaceholders() {
        #expect(Placeholder.value(of: CharacterSet.self) == CharacterSet())
        #expect(Placeholder.value(of: URLComponents.self) == URLComponents())
        #expect(Placeholder.value(of: DateInterval.self) != nil)
        #expect(Placeholder.value(of: DateComponents.self) != nil)
        #expect(Placeholder.value(of: PersonNameComponents.self) != nil)
        #expect(Placeholder.value(of: IndexSet.self) != nil)
        #expect(Placeholder.value(of: IndexPath.self) != nil)
        #expect(Placeholder.value(of: Locale.self) != nil)
        #expect(Placeholder.value(of: Measurement<UnitLength>.self) != nil)
        #expect(Placeholder.value(of: Decimal.self) != nil)
        #expect(Placeholder.value(of: AffineTransform.self) != nil)
    }
}

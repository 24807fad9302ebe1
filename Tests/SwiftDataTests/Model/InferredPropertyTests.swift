// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Properties as published code declares them: with inferred types and with any name.
@Suite struct InferredPropertyTests {
    @Model final class Label {
        var text: String
        init(_ text: String) { self.text = text }
    }

    @Model final class Shelf {
        var labels = [Label]?.some([])
        // swift-format-ignore: AlwaysUseLiteralForEmptyCollectionInit
        var hidden = [Label]()
        var sign = Label("sign")
        var spare = Label?.none
        var model = "Billy"
        var state = 1
        var title = String?.none
        var opened = Date?.some(Date(timeIntervalSinceReferenceDate: 0))
        var sizes = [1, 2]
        init() {}
    }

    @Test func inferredTypesArePersisted() throws {
        let container = try ModelContainer(
            for: Shelf.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let context = ModelContext(container)
        let shelf = Shelf()
        context.insert(shelf)
        shelf.labels?.append(Label("a"))
        shelf.hidden.append(Label("b"))
        shelf.model = "Kallax"
        try context.save()
        let other = ModelContext(container)
        let found = try #require(try other.fetch(FetchDescriptor<Shelf>()).first)
        #expect(found.labels?.map(\.text) == ["a"])
        #expect(found.hidden.map(\.text) == ["b"])
        #expect(found.sign.text == "sign")
        #expect(found.spare == nil)
        #expect(found.model == "Kallax")
        #expect(found.state == 1)
        #expect(found.title == nil)
        #expect(found.opened == Date(timeIntervalSinceReferenceDate: 0))
        #expect(found.sizes == [1, 2])
        let relationships = try #require(container.schema.entitiesByName["Shelf"]).relationships
        #expect(relationships.map(\.name).sorted() == ["hidden", "labels", "sign", "spare"])
    }
}

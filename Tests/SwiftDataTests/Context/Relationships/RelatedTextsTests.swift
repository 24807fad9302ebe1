// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

@Model
private final class Ballad {
    var title: String
    @Relationship(inverse: \Timbre.ballads) var timbres: [Timbre] = []
    @Relationship(inverse: \Stanza.ballad) var stanzas: [Stanza] = []

    init(_ title: String) { self.title = title }
}

@Model
private final class Timbre {
    var name: String
    @Attribute(.encrypt) var secret: String
    var ballads: [Ballad] = []

    init(_ name: String) {
        self.name = name
        secret = name
    }
}

@Model
private final class Stanza {
    var text: String
    var ballad: Ballad?

    init(_ text: String) { self.text = text }
}

/// The texts of related models, with and without loading the models.
@Suite struct RelatedTextsTests {
    private let context: ModelContext

    init() throws {
        var configuration = ModelConfiguration(isStoredInMemoryOnly: true)
        configuration.encryptionKey = .random()
        let container = try ModelContainer(
            for: Ballad.self,
            Timbre.self,
            Stanza.self,
            configurations: configuration
        )
        let writer = ModelContext(container)
        let timbres = ["folk", "jazz", ""].map { Timbre($0) }
        for (title, indexes) in [("a", [1, 0]), ("b", []), ("c", [2, 1])] {
            let ballad = Ballad(title)
            writer.insert(ballad)
            ballad.timbres = indexes.map { timbres[$0] }
            ballad.stanzas = [Stanza(title)]
        }
        try writer.save()
        context = ModelContext(container)
    }

    private func ballads() throws -> [Ballad] {
        try context.fetch(FetchDescriptor<Ballad>(sortBy: [SortDescriptor(\.title)]))
    }

    private func timbreCount() throws -> Int {
        let entity = try context.graph.stores.schema.entity(for: Timbre.self)
        return context.graph.objects.objects(of: entity).count
    }

    @Test func textsAreReadWithoutLoadingTheModels() throws {
        let ballads = try ballads()
        let names = try context.relatedTexts(\.name, by: \.timbres, of: ballads)
        #expect(names.map { $0.sorted() } == [["folk", "jazz"], [], ["", "jazz"]])
        #expect(try timbreCount() == 0)
    }

    @Test func theTextsOfNoModelsAreNone() throws {
        let names = try context.relatedTexts(\.name, by: \.timbres, of: [Ballad]())
        #expect(names.isEmpty)
    }

    @Test func aModelThatIsListedTwiceHasItsTextsTwice() throws {
        let first = try #require(try ballads().first)
        let names = try context.relatedTexts(\.name, by: \.timbres, of: [first, first])
        #expect(names.map { $0.sorted() } == [["folk", "jazz"], ["folk", "jazz"]])
    }

    @Test func unsavedChangesAreIncluded() throws {
        let ballads = try ballads()
        ballads[1].timbres = [Timbre("blues")]
        let names = try context.relatedTexts(\.name, by: \.timbres, of: ballads)
        #expect(names.map { $0.sorted() } == [["folk", "jazz"], ["blues"], ["", "jazz"]])
    }

    @Test func modelsWithAForeignKeyAreLoaded() throws {
        let texts = try context.relatedTexts(\.text, by: \.stanzas, of: ballads())
        #expect(texts == [["a"], ["b"], ["c"]])
    }

    @Test func modelsWithAnEncryptedAttributeAreLoaded() throws {
        let secrets = try context.relatedTexts(\.secret, by: \.timbres, of: ballads())
        #expect(secrets.map { $0.sorted() } == [["folk", "jazz"], [], ["", "jazz"]])
    }

    @Test func aKeyPathWithoutARelationshipIsAnError() throws {
        let ballads = try ballads()
        #expect(throws: SwiftDataError.unsupportedKeyPath) {
            try context.relatedTexts(\.name, by: \.favourites, of: ballads)
        }
    }
}

extension Ballad {
    fileprivate var favourites: [Timbre] { timbres.filter { $0.name == "jazz" } }
}

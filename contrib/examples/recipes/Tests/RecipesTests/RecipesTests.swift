// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

@testable import recipes

struct RecipesTests {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../..").standardized
    private let container: ModelContainer
    private let importer: Importer
    private let cookbook: Cookbook

    init() throws {
        container = try Cookbook.container(ModelConfiguration(isStoredInMemoryOnly: true))
        importer = Importer(modelContainer: container)
        cookbook = Cookbook(container)
    }

    @Test func theReadMeShowsTheSamples() async throws {
        for name in ["nested.json", "flat.json"] { try await importSample(name) }
        let page = Self.package.appending(path: "README.md")
        let readMe = try String(contentsOf: page, encoding: .utf8)
        let outputs = [
            try cookbook.lines(),
            try cookbook.lines(tag: "sweet", onlyFilmed: true),
            try cookbook.search("frying OR blend"),
            try cookbook.recipe("Shortbread"),
        ]
        for lines in outputs { #expect(readMe.contains(lines.joined(separator: "\n") + "\n")) }
    }

    @Test func anImportCanBeRepeated() async throws {
        for _ in 0..<2 { try await importSample("nested.json") }
        let context = ModelContext(container)
        #expect(try context.fetchCount(FetchDescriptor<Recipe>()) == 2)
        #expect(try context.fetchCount(FetchDescriptor<Ingredient>()) == 6)
        #expect(try context.fetchCount(FetchDescriptor<Medium>()) == 2)
        #expect(try context.fetchCount(FetchDescriptor<recipes.Tag>()) == 3)
    }

    @Test func linesOfNewRecipesAreInTheOrderOfTheirTitles() async throws {
        try await importSample("nested.json")
        let new = try ModelContext(container).fetchIdentifiers(FetchDescriptor<Recipe>())
        #expect(try cookbook.lines(of: new) == cookbook.lines())
        #expect(try cookbook.lines(of: []) == [])
    }

    @Test func batchesReportTheirProgress() async throws {
        let inputs = (0..<250).map { RecipeInput(title: "Recipe \($0)", tags: ["many"]) }
        let counts = try await importer.counts(adding: inputs)
        #expect(counts == [100, 200, 250])
        #expect(try cookbook.lines(tag: "many").count == 250)
    }

    @Test func rowsOfATableAreGroupedByRecipe() throws {
        let rows = """
            [{"recipe": "A", "ingredient": "x", "tags": "b, c"}, {"recipe": "B", "ingredient": "y"},
             {"recipe": "A", "ingredient": "z", "quantity": 2, "tags": "c"}]
            """
        let recipes = try RecipeInput.decode(Data(rows.utf8))
        #expect(recipes.map(\.title) == ["A", "B"])
        #expect(recipes[0].ingredients?.map(\.name) == ["x", "z"])
        #expect(recipes[0].tags == ["b", "c"])
    }

    @Test func aFileWithAMistakeChangesNothing() async throws {
        #expect(throws: DecodingError.self) { try RecipeInput.decode(Data("[{}]".utf8)) }
        let photo = PhotoInput(caption: "", file: "missing.jpg")
        await #expect(throws: CocoaError.self) {
            let inputs = [RecipeInput(title: "A"), RecipeInput(title: "B", photos: [photo])]
            try await importer.add(inputs, photosIn: Self.package)
        }
        #expect(try cookbook.lines() == [])
    }

    @Test func largePhotosAreFilesOfTheirOwn() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let picture = Data(repeating: 7, count: 100_000)
        try picture.write(to: folder.appending(path: "large.jpg"))
        let store = ModelConfiguration(url: folder.appending(path: "recipes.store"))
        let container = try Cookbook.container(store)
        let photo = PhotoInput(caption: "Large", file: "large.jpg")
        let importer = Importer(modelContainer: container)
        try await importer.add([RecipeInput(title: "A", photos: [photo])], photosIn: folder)

        let photos = try ModelContext(container).fetch(FetchDescriptor<Photo>())
        #expect(photos.map(\.data) == [picture])
        let size = try store.url.resourceValues(forKeys: [.fileSizeKey]).fileSize
        #expect(try #require(size) < 100_000)
    }

    private func importSample(_ name: String) async throws {
        let folder = Self.package.appending(path: "samples")
        let inputs = try RecipeInput.decode(Data(contentsOf: folder.appending(path: name)))
        try await importer.add(inputs, photosIn: folder)
    }
}

extension Importer {
    fileprivate func counts(adding inputs: [RecipeInput]) throws -> [Int] {
        var counts: [Int] = []
        try add(inputs, photosIn: URL(filePath: "/")) { counts.append($0) }
        return counts
    }
}

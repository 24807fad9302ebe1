// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Observation
import SwiftData
import Testing

@MainActor
struct RecipeTests {
    private let container: ModelContainer
    private let context: ModelContext

    private static let types: [any PersistentModel.Type] = [Recipe.self, BakingRecipe.self]

    private static let cookbook = """
        [
          {
            "slug": "crepes", "title": "Crêpes", "cuisine": "French", "servings": 4,
            "tags": ["sweet", "quick"], "steps": ["Whisk.", "Fry."],
            "nutrition": {"kilocalories": 310, "fat": {"total": 9.5, "saturated": 4}},
            "ingredients": [
              {"name": "flour", "value": 250, "unit": "g"},
              {"name": "milk", "value": 500, "unit": "ml"},
              {"name": "egg", "value": 3}
            ]
          },
          {
            "slug": "baguette", "title": "Baguette", "cuisine": "French", "difficulty": 3,
            "oven": {"celsius": 240, "isConvection": true}, "minutes": 25, "tags": ["bread"],
            "ingredients": [
              {"name": "wheat flour", "value": 500, "unit": "g"},
              {"name": "yeast", "value": 7.5, "unit": "g"}
            ]
          },
          {
            "slug": "tiramisu", "title": "Tiramisu", "cuisine": "Italian", "difficulty": 2,
            "tags": ["sweet"], "ingredients": [{"name": "mascarpone", "value": 500, "unit": "g"}],
            "nutrition": {"kilocalories": 490, "fat": {"total": 32}}
          }
        ]
        """

    init() throws {
        container = try ModelContainer(
            for: Schema(Self.types),
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        context = container.mainContext
    }

    @discardableResult
    private func importCookbook(_ json: String = cookbook) async throws -> ImportSummary {
        let importer = RecipeImporter(modelContainer: container, author: "cookbook")
        return try await importer.importRecipes(from: Data(json.utf8))
    }

    private func recipe(_ slug: String) throws -> Recipe {
        let hasSlug = #Predicate<Recipe> { $0.slug == slug }
        return try #require(try context.fetch(FetchDescriptor(predicate: hasSlug)).first)
    }

    @Test func importedRecipesAreRead() async throws {
        let summary = try await importCookbook()
        let recipes = summary.inserted.compactMap { context.model(for: $0) as? Recipe }
        #expect(recipes.map(\.slug) == ["crepes", "baguette", "tiramisu"])
        let crepes = try #require(recipes.first)
        #expect(crepes.shoppingList == ["250 g flour", "500 ml milk", "3 piece egg"])
        #expect(crepes.amounts(for: 2).first == "125 g flour")
        #expect(crepes.tags.map(\.name).sorted() == ["quick", "sweet"])
        #expect(crepes.steps == ["Whisk.", "Fry."])
        #expect(crepes.nutrition?.fat.saturated == 4)

        let baguette = try #require(recipes[1] as? BakingRecipe)
        #expect(baguette.oven == BakingRecipe.Oven(celsius: 240, isConvection: true))
        #expect(baguette.summary == "Baguette, 2 ingredients, 25 min at 240 °C")
        #expect(try context.fetchCount(FetchDescriptor<RecipeTag>()) == 3)
    }

    @Test func secondImportUpdates() async throws {
        try await importCookbook()
        let crepes = try recipe("crepes")
        let json = """
            [{"slug": "crepes", "title": "Galettes", "cuisine": "Breton", "tags": ["salty"],
              "ingredients": [{"name": "buckwheat", "value": 300, "unit": "g"}]}]
            """
        let summary = try await importCookbook(json)
        #expect(summary == ImportSummary(updated: [crepes.persistentModelID]))
        context.processPendingChanges()
        #expect(crepes.summary == "Galettes, 1 ingredients")
        #expect(crepes.servings == 4 && crepes.nutrition == nil)
        #expect(crepes.tags.map(\.name) == ["salty"])
        #expect(try context.fetchCount(FetchDescriptor<Ingredient>()) == 4)
    }

    @Test func failedImportLeavesNothing() async throws {
        try await importCookbook()
        let json = """
            [{"slug": "soup", "title": "Soup", "cuisine": "Any", "tags": ["quick", "hot"],
              "ingredients": [{"name": "water"}]},
             {"slug": "air", "title": "Air", "cuisine": "Any", "ingredients": []}]
            """
        await #expect(throws: RecipeImporter.Failure.noIngredients(slug: "air")) {
            try await importCookbook(json)
        }
        await #expect(throws: DecodingError.self) { try await importCookbook("[{}]") }
        #expect(try context.fetchCount(FetchDescriptor<Recipe>()) == 3)
        #expect(try context.fetchCount(FetchDescriptor<RecipeTag>()) == 3)
    }

    @Test func importIsPartOfTheHistory() async throws {
        try await importCookbook()
        var history = HistoryDescriptor<DefaultHistoryTransaction>()
        history.predicate = #Predicate { $0.author == "cookbook" }
        let changes = try context.fetchHistory(history).flatMap(\.changes)
        let names = changes.map(\.changedPersistentIdentifier.entityName)
        #expect(names.count { $0 == "Recipe" } == 3)
        #expect(names.count { $0 == "Ingredient" } == 6)
    }

    @Test(arguments: [
        (RecipeFilter(), ["Crêpes", "Tiramisu", "Baguette"]),
        (RecipeFilter(text: "crepe"), ["Crêpes"]),
        (RecipeFilter(text: "FLOUR"), ["Crêpes", "Baguette"]),
        (RecipeFilter(tag: "sweet"), ["Crêpes", "Tiramisu"]),
        (RecipeFilter(tag: "sweet", maximumDifficulty: .easy), ["Crêpes"]),
        (RecipeFilter(text: "flour", isBakingOnly: true), ["Baguette"]),
        (RecipeFilter(text: "rice"), []),
    ])
    func recipesAreFiltered(_ filter: RecipeFilter, titles: [String]) async throws {
        try await importCookbook()
        #expect(try context.fetch(.matching(filter)).map(\.title) == titles)
        #expect(try context.fetchCount(.matching(filter, limit: 2)) == min(titles.count, 2))
        let all = try context.fetch(FetchDescriptor<Recipe>())
        let isMatch = filter.predicate
        #expect(try all.filter { try isMatch.evaluate($0) }.count == titles.count)
    }

    @Test func fieldsOfStructuresAreCompared() async throws {
        try await importCookbook()
        #expect(try context.fetch(.light(maximumFat: 40)).map(\.slug) == ["crepes", "tiramisu"])
        #expect(try context.fetch(.light(maximumFat: 40, maximumIngredients: 2)).count == 1)
        #expect(try context.fetch(.baking(atLeast: 200)).map(\.title) == ["Baguette"])
        #expect(try context.fetch(.baking(atLeast: 200, convection: false)).isEmpty)

        #expect(try context.fetch(.bulk(.gram, atLeast: 400)).isEmpty)
        for recipe in try context.fetch(FetchDescriptor<Recipe>()) { recipe.isFavorite = true }
        let bulk = try context.fetch(.bulk(.gram, atLeast: 400))
        #expect(bulk.map(\.name) == ["wheat flour", "mascarpone"])
    }

    @Test func browserShowsWhatMatches() async throws {
        let browser = try RecipeBrowser(container)
        #expect(browser.sections.isEmpty)
        try await importCookbook()
        #expect(browser.sections.map(\.title) == ["French", "Italian"])
        #expect(browser.sections.map(\.recipes) == [["Baguette", "Crêpes"], ["Tiramisu"]])

        browser.filter.tag = "sweet"
        #expect(browser.sections.map(\.recipes) == [["Crêpes"], ["Tiramisu"]])
        browser.toggleFavorite(at: [0, 0])
        #expect(try recipe("crepes").isFavorite)
        browser.delete(at: [1, 0])
        #expect(browser.sections.map(\.title) == ["French"])
        #expect(browser.errorText == nil)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Ingredient>()) == 5)
    }

    @Test func browserIsObserved() async throws {
        let browser = try RecipeBrowser(container)
        await withCheckedContinuation { continuation in
            withObservationTracking {
                _ = browser.sections
            } onChange: {
                continuation.resume()
            }
            context.insert(Recipe(slug: "tea", title: "Tea", cuisine: "Any"))
        }
        #expect(browser.sections.map(\.recipes) == [["Tea"]])
    }

    @Test func photosRemainInAReopenedStore() throws {
        let folder = try TemporaryFolder()
        let image = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        func open() throws -> ModelContext {
            let store = ModelConfiguration(url: folder.store)
            let schema = Schema(Self.types)
            return ModelContext(try ModelContainer(for: schema, configurations: store))
        }
        func writePie() throws {
            let context = try open()
            let oven = BakingRecipe.Oven(celsius: 180)
            let pie = BakingRecipe(
                slug: "pie",
                title: "Pie",
                cuisine: "British",
                oven: oven,
                minutes: 50
            )
            context.insert(pie)
            pie.photos.append(RecipePhoto(caption: "whole", image: image))
            pie.photos.append(RecipePhoto(caption: "icon", image: Data([1, 2, 3])))
            try context.save()
        }
        try writePie()

        let context = try open()
        let pie = try #require(try context.fetch(FetchDescriptor<BakingRecipe>()).first)
        #expect(pie.oven.celsius == 180 && pie.difficulty == .medium)
        #expect(pie.photos.map(\.caption) == ["whole", "icon"])
        #expect(pie.photos.map(\.image) == [image, Data([1, 2, 3])])
        context.delete(pie)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<RecipePhoto>()) == 0)
    }

    @Test func titlesAreSearched() async throws {
        try await importCookbook()
        let matches = try context.search(SearchDescriptor<Recipe>(try FullTextQuery("tira*")))
        #expect(matches.map(\.model.slug) == ["tiramisu"])
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

/// A recipe in a JSON file.
struct RecipeRecord: Decodable {
    var slug: String
    var title: String
    var cuisine: String
    var difficulty: Difficulty?
    var servings: Int?
    var steps: [String]?
    var tags: [String]?
    var nutrition: Nutrition?
    var oven: BakingRecipe.Oven?
    var minutes: Int?
    var ingredients: [Ingredient]

    /// Makes a new recipe, which is one for baking if the record has an oven.
    fileprivate func makeRecipe() -> Recipe {
        guard let oven else { return Recipe(slug: slug, title: title, cuisine: cuisine) }
        let minutes = minutes ?? 30
        return BakingRecipe(
            slug: slug,
            title: title,
            cuisine: cuisine,
            oven: oven,
            minutes: minutes
        )
    }
}

struct ImportSummary: Equatable, Sendable {
    var inserted: [PersistentIdentifier] = []
    var updated: [PersistentIdentifier] = []
}

/// Imports recipes from JSON, away from the main actor.
@ModelActor
actor RecipeImporter {
    enum Failure: Error, Equatable {
        case noIngredients(slug: String)
    }

    private var tags: [String: RecipeTag] = [:]

    init(modelContainer: ModelContainer, author: String) {
        let context = ModelContext(modelContainer)
        context.author = author
        modelExecutor = DefaultSerialModelExecutor(modelContext: context)
        self.modelContainer = modelContainer
    }

    /// Inserts new recipes and updates those with a known slug; a failure discards all of them.
    func importRecipes(from json: Data) throws -> ImportSummary {
        let records = try JSONDecoder().decode([RecipeRecord].self, from: json)
        do {
            return try save(records)
        } catch {
            modelContext.rollback()
            tags = [:]
            throw error
        }
    }

    private func save(_ records: [RecipeRecord]) throws -> ImportSummary {
        let slugs = records.map(\.slug)
        let existing = try modelContext.fetch(
            FetchDescriptor<Recipe>(predicate: #Predicate { slugs.contains($0.slug) })
        )
        let known = Dictionary(uniqueKeysWithValues: existing.map { ($0.slug, $0) })
        let recipes = try records.map { try apply($0, to: known[$0.slug]) }
        try modelContext.save()
        return ImportSummary(
            inserted: recipes.filter { known[$0.slug] == nil }.map(\.persistentModelID),
            updated: recipes.filter { known[$0.slug] != nil }.map(\.persistentModelID)
        )
    }

    private func apply(_ record: RecipeRecord, to known: Recipe?) throws -> Recipe {
        guard !record.ingredients.isEmpty else { throw Failure.noIngredients(slug: record.slug) }
        let recipe = known ?? record.makeRecipe()
        if known == nil { modelContext.insert(recipe) }
        recipe.title = record.title
        recipe.cuisine = record.cuisine
        recipe.difficulty = record.difficulty ?? recipe.difficulty
        recipe.servings = record.servings ?? recipe.servings
        recipe.steps = record.steps ?? []
        recipe.nutrition = record.nutrition
        recipe.tags = try (record.tags ?? []).map(tag)
        for ingredient in recipe.ingredients { modelContext.delete(ingredient) }
        for (position, ingredient) in record.ingredients.enumerated() {
            ingredient.position = position
            recipe.ingredients.append(ingredient)
        }
        return recipe
    }

    private func tag(named name: String) throws -> RecipeTag {
        if let tag = tags[name] { return tag }
        let named = #Predicate<RecipeTag> { $0.name == name }
        let tag =
            try modelContext.fetch(FetchDescriptor(predicate: named)).first ?? RecipeTag(name: name)
        modelContext.insert(tag)
        tags[name] = tag
        return tag
    }
}

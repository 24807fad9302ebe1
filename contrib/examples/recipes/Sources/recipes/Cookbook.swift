// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

/// The recipes of a store, as lines of text.
struct Cookbook {
    private let context: ModelContext

    init(_ container: ModelContainer) { context = ModelContext(container) }

    /// Opens the store, which other processes may have open as well, with all classes of media.
    static func container(_ store: ModelConfiguration) throws -> ModelContainer {
        try ModelContainer(for: Recipe.self, Photo.self, Video.self, configurations: store)
    }

    /// Returns a line for each recipe, or for those with a tag or a film.
    func lines(tag: String? = nil, onlyFilmed: Bool = false) throws -> [String] {
        let descriptor = FetchDescriptor<Recipe>(
            predicate: #Predicate { recipe in
                (tag == nil || recipe.tags.contains { $0.name == tag ?? "" })
                    && (!onlyFilmed || recipe.media.contains { $0 is Video })
            },
            sortBy: [SortDescriptor(\.title, comparator: .localizedStandard)]
        )
        return try context.fetch(descriptor).map(line)
    }

    /// Returns a line for each of some recipes.
    func lines(of identifiers: [PersistentIdentifier]) throws -> [String] {
        let descriptor = FetchDescriptor<Recipe>(
            predicate: #Predicate { identifiers.contains($0.persistentModelID) },
            sortBy: [SortDescriptor(\.title)]
        )
        return try context.fetch(descriptor).map(line)
    }

    private func line(for recipe: Recipe) throws -> String {
        let tags = recipe.tags.map { " #\($0.name)" }.joined()
        let ingredients = try context.fetchCount(\.ingredients, of: recipe)
        let media = recipe.media.map { "\($0 is Video ? "film" : "photo") \"\($0.caption)\"" }
        return (["\(recipe.title)\(tags): \(ingredients) ingredients"] + media)
            .joined(separator: ", ")
    }

    /// Returns the recipe with a title, one line for each ingredient, then the steps.
    func recipe(_ title: String) throws -> [String] {
        let same = FetchDescriptor<Recipe>(predicate: #Predicate { $0.title == title })
        guard let recipe = try context.fetch(same).first else { return [] }
        let ingredients = recipe.ingredients.map { ingredient in
            [ingredient.quantity.map { $0.formatted() }, ingredient.unit, ingredient.name]
                .compactMap { $0 }.joined(separator: " ")
        }
        return ["\(recipe.title), for \(recipe.servings)"] + ingredients
            + (recipe.steps.isEmpty ? [] : [recipe.steps])
    }

    /// Returns the recipes with some words in their title or steps, the best first.
    func search(_ words: String) throws -> [String] {
        let query = try FullTextQuery(words, stemming: .english)
        let style = SnippetStyle(start: "*", end: "*", words: 8)
        let matches = try context.search(SearchDescriptor<Recipe>(query, limit: 10, snippet: style))
        return matches.map { "\($0.model.title): \($0.snippet)" }
    }
}

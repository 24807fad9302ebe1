// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

/// Writes recipes in a context of its own, so that others can read while it does.
@ModelActor
actor Importer {
    /// Each batch is saved in one transaction; more recipes would need more memory.
    static let batchSize = 100

    /// Adds recipes, or replaces those with the same titles.
    ///
    /// - Parameters:
    ///   - inputs: The recipes.
    ///   - folder: The folder of the photos.
    ///   - progress: Receives the number of saved recipes after each batch.
    /// - Throws: The error of a photo or of a save, which leaves the batches before it.
    func add(
        _ inputs: [RecipeInput],
        photosIn folder: URL,
        progress: (Int) -> Void = { _ in }
    ) throws {
        for start in stride(from: 0, to: inputs.count, by: Self.batchSize) {
            try Task.checkCancellation()
            let end = min(start + Self.batchSize, inputs.count)
            try modelContext.transaction {
                for input in inputs[start..<end] { try add(input, photosIn: folder) }
            }
            progress(end)
        }
    }

    private func add(_ input: RecipeInput, photosIn folder: URL) throws {
        let recipe = try recipe(for: input)
        recipe.ingredients.forEach(modelContext.delete)
        recipe.media.forEach(modelContext.delete)
        recipe.ingredients = (input.ingredients ?? []).map(Ingredient.init)
        recipe.tags = try (input.tags ?? []).map(tag)
        recipe.media = try (input.photos ?? []).map { photo in
            let data = try Data(contentsOf: folder.appending(path: photo.file))
            return Photo(caption: photo.caption, data: data)
        }
        recipe.media += (input.videos ?? []).map { Video(caption: $0.caption, url: $0.url) }
    }

    private func recipe(for input: RecipeInput) throws -> Recipe {
        let title = input.title
        let same = FetchDescriptor<Recipe>(predicate: #Predicate { $0.title == title })
        let recipe =
            try modelContext.fetch(same).first ?? Recipe(title: title, steps: "", servings: 0)
        modelContext.insert(recipe)
        recipe.steps = input.steps ?? ""
        recipe.servings = input.servings ?? 1
        return recipe
    }

    private func tag(_ name: String) throws -> Tag {
        let same = FetchDescriptor<Tag>(predicate: #Predicate { $0.name == name })
        if let tag = try modelContext.fetch(same).first { return tag }
        let tag = Tag(name: name)
        modelContext.insert(tag)
        return tag
    }
}

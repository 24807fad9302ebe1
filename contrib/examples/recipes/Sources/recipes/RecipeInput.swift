// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation

/// A recipe in a file.
struct RecipeInput: Decodable, Equatable, Sendable {
    var title: String
    var steps: String?
    var servings: Int?
    var tags: [String]?
    var ingredients: [IngredientInput]?
    var photos: [PhotoInput]?
    var videos: [VideoInput]?
}

struct IngredientInput: Decodable, Equatable, Sendable {
    var name: String
    var quantity: Double?
    var unit: String?
}

/// A photo in the folder of the file.
struct PhotoInput: Decodable, Equatable, Sendable {
    var caption: String
    var file: String
}

struct VideoInput: Decodable, Equatable, Sendable {
    var caption: String
    var url: URL
}

/// A row of a table: one ingredient of a recipe, with the tags of the recipe in one text.
private struct FlatRow: Decodable {
    var recipe: String
    var ingredient: IngredientInput
    var tags: [String]

    private enum CodingKeys: CodingKey {
        case recipe, ingredient, quantity, unit, tags
    }

    init(from decoder: any Decoder) throws {
        let row = try decoder.container(keyedBy: CodingKeys.self)
        recipe = try row.decode(String.self, forKey: .recipe)
        ingredient = IngredientInput(
            name: try row.decode(String.self, forKey: .ingredient),
            quantity: try row.decodeIfPresent(Double.self, forKey: .quantity),
            unit: try row.decodeIfPresent(String.self, forKey: .unit)
        )
        let text = try row.decodeIfPresent(String.self, forKey: .tags) ?? ""
        tags = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    }
}

extension RecipeInput {
    /// Decodes a file: nested objects, or the rows of a table.
    static func decode(_ data: Data) throws -> [RecipeInput] {
        let decoder = JSONDecoder()
        do {
            return try decoder.decode([RecipeInput].self, from: data)
        } catch DecodingError.keyNotFound(let key, _) where key.stringValue == "title" {
            return grouped(try decoder.decode([FlatRow].self, from: data))
        }
    }

    /// Returns the recipes of a table, in the order of their first rows.
    private static func grouped(_ rows: [FlatRow]) -> [RecipeInput] {
        var recipes: [RecipeInput] = []
        var places: [String: Int] = [:]
        for row in rows {
            let place = places[row.recipe] ?? recipes.count
            if place == recipes.count { recipes.append(RecipeInput(title: row.recipe)) }
            places[row.recipe] = place
            recipes[place].ingredients = (recipes[place].ingredients ?? []) + [row.ingredient]
            let known = recipes[place].tags ?? []
            recipes[place].tags = known + row.tags.filter { !known.contains($0) }
        }
        return recipes
    }
}

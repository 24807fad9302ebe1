// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

enum Difficulty: Int, Codable, Comparable {
    case easy = 1
    case medium, hard

    static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

enum CookingUnit: String, Codable {
    case gram = "g"
    case milliliter = "ml"
    case piece
}

struct Amount: Codable, Hashable {
    var value: Double
    var unit: CookingUnit

    static func * (amount: Amount, factor: Double) -> Amount {
        Amount(value: amount.value * factor, unit: amount.unit)
    }
}

struct Nutrition: Codable, Hashable {
    struct Fat: Codable, Hashable {
        var total: Double
        var saturated: Double?
    }

    var kilocalories: Int
    var fat: Fat
}

@Model
class Recipe {
    #Index<Recipe>([\.cuisine, \.title])

    @Attribute(.unique) var slug: String
    @Attribute(.spotlight) var title: String
    var cuisine: String
    var difficulty: Difficulty
    var servings: Int
    var steps: [String] = []
    var nutrition: Nutrition?
    var source: URL?
    var isFavorite = false
    @Relationship(deleteRule: .cascade, inverse: \Ingredient.recipe)
    var ingredients: [Ingredient] = []
    @Relationship(deleteRule: .cascade, inverse: \RecipePhoto.recipe)
    var photos: [RecipePhoto] = []
    @Relationship(inverse: \RecipeTag.recipes) var tags: [RecipeTag] = []

    init(
        slug: String,
        title: String,
        cuisine: String,
        difficulty: Difficulty = .easy,
        servings: Int = 2
    ) {
        self.slug = slug
        self.title = title
        self.cuisine = cuisine
        self.difficulty = difficulty
        self.servings = servings
    }

    var shoppingList: [String] { amounts(for: servings) }

    var summary: String { "\(title), \(ingredients.count) ingredients" }

    /// Returns the ingredients for a number of servings, in the order of the recipe.
    func amounts(for servings: Int) -> [String] {
        let factor = Double(servings) / Double(self.servings)
        return ingredients.sorted { $0.position < $1.position }.map { ingredient in
            let amount = ingredient.amount * factor
            return "\(amount.value.formatted(.number)) \(amount.unit.rawValue) \(ingredient.name)"
        }
    }
}

@Model
final class BakingRecipe: Recipe {
    struct Oven: Codable, Hashable {
        var celsius: Int
        var isConvection = false
    }

    var oven: Oven
    var minutes: Int

    init(slug: String, title: String, cuisine: String, oven: Oven, minutes: Int) {
        self.oven = oven
        self.minutes = minutes
        super.init(slug: slug, title: title, cuisine: cuisine, difficulty: .medium)
    }

    override var summary: String { "\(super.summary), \(minutes) min at \(oven.celsius) °C" }
}

/// An ingredient, which is decoded from JSON as it is.
@Model
final class Ingredient: Decodable {
    var name: String
    var amount: Amount
    var position = 0
    var recipe: Recipe?

    init(_ name: String, _ value: Double, _ unit: CookingUnit) {
        self.name = name
        amount = Amount(value: value, unit: unit)
    }

    enum CodingKeys: String, CodingKey {
        case name, value, unit
    }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        amount = Amount(
            value: try container.decodeIfPresent(Double.self, forKey: .value) ?? 1,
            unit: try container.decodeIfPresent(CookingUnit.self, forKey: .unit) ?? .piece
        )
    }
}

@Model
final class RecipeTag {
    @Attribute(.unique) var name: String
    var recipes: [Recipe] = []

    init(name: String) {
        self.name = name
    }
}

@Model
final class RecipePhoto {
    var caption: String
    @Attribute(.externalStorage) var image: Data
    var recipe: Recipe?

    init(caption: String, image: Data) {
        self.caption = caption
        self.image = image
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

/// The criteria of a search for recipes.
struct RecipeFilter: Equatable {
    var text = ""
    var tag: String?
    var maximumDifficulty = Difficulty.hard
    var isBakingOnly = false

    var predicate: Predicate<Recipe> {
        let text = text
        let tag = tag ?? ""
        let difficulty = maximumDifficulty.rawValue
        let isBakingOnly = isBakingOnly
        let hasText = #Predicate<Recipe> { recipe in
            text.isEmpty || recipe.title.localizedStandardContains(text)
                || recipe.ingredients.contains { $0.name.localizedStandardContains(text) }
        }
        return #Predicate<Recipe> { recipe in
            hasText.evaluate(recipe)
                && (tag.isEmpty || recipe.tags.contains { $0.name == tag })
                && recipe.difficulty.rawValue <= difficulty
                && (!isBakingOnly || recipe is BakingRecipe)
        }
    }
}

extension FetchDescriptor where T == Recipe {
    static func matching(_ filter: RecipeFilter, limit: Int? = nil) -> Self {
        var descriptor = FetchDescriptor(
            predicate: filter.predicate,
            sortBy: [SortDescriptor(\.difficulty), SortDescriptor(\.title)]
        )
        descriptor.fetchLimit = limit
        return descriptor
    }

    /// The recipes with few ingredients and without much fat.
    static func light(maximumFat: Double, maximumIngredients: Int = 5) -> Self {
        let ingredientCount = #Expression<Recipe, Int> { $0.ingredients.count }
        return FetchDescriptor(
            predicate: #Predicate { recipe in
                ingredientCount.evaluate(recipe) <= maximumIngredients
                    && recipe.nutrition?.fat.total ?? 100 <= maximumFat
            },
            sortBy: [SortDescriptor(\.nutrition?.kilocalories)]
        )
    }
}

extension FetchDescriptor where T == BakingRecipe {
    static func baking(atLeast celsius: Int, convection: Bool? = nil) -> Self {
        let modes = convection.map { [$0] } ?? [true, false]
        return FetchDescriptor(
            predicate: #Predicate { recipe in
                recipe.oven.celsius >= celsius && modes.contains(recipe.oven.isConvection)
            },
            sortBy: [SortDescriptor(\.minutes), SortDescriptor(\.title)]
        )
    }
}

extension FetchDescriptor where T == Ingredient {
    /// The ingredients of favorite recipes that need at least an amount.
    static func bulk(_ unit: CookingUnit, atLeast value: Double) -> Self {
        FetchDescriptor(
            predicate: #Predicate { ingredient in
                ingredient.amount.unit == unit && ingredient.amount.value >= value
                    && ingredient.recipe?.isFavorite == true
            },
            sortBy: [SortDescriptor(\.recipe?.title), SortDescriptor(\.position)]
        )
    }
}

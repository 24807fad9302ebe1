// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

@Model
final class Recipe {
    @Attribute(.unique, .spotlight) var title: String
    @Attribute(.spotlight) var steps: String
    var servings: Int
    @Relationship(.ordered, deleteRule: .cascade, inverse: \Ingredient.recipe)
    var ingredients: [Ingredient] = []
    @Relationship(inverse: \Tag.recipes) var tags: [Tag] = []
    @Relationship(deleteRule: .cascade, inverse: \Medium.recipe) var media: [Medium] = []

    init(title: String, steps: String, servings: Int) {
        self.title = title
        self.steps = steps
        self.servings = servings
    }
}

@Model
final class Ingredient {
    var name: String
    var quantity: Double?
    var unit: String?
    var recipe: Recipe?

    init(_ input: IngredientInput) {
        name = input.name
        quantity = input.quantity
        unit = input.unit
    }
}

@Model
final class Tag {
    @Attribute(.unique) var name: String
    var recipes: [Recipe] = []

    init(name: String) { self.name = name }
}

/// A picture or a film of a recipe.
@Model
class Medium {
    var caption: String
    var recipe: Recipe?

    init(caption: String) { self.caption = caption }
}

@Model
final class Photo: Medium {
    /// The content, which is in a file of its own if it is large.
    @Attribute(.externalStorage) var data: Data

    init(caption: String, data: Data) {
        self.data = data
        super.init(caption: caption)
    }
}

@Model
final class Video: Medium {
    var url: URL

    init(caption: String, url: URL) {
        self.url = url
        super.init(caption: caption)
    }
}

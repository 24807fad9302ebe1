// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

/// Recipes whose tags and durations are text.
enum RecipesV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Recipe.self] }

    @Model final class Recipe {
        var title: String
        var tags: String
        var minutes: String
        init(_ title: String, tags: String, minutes: String) {
            self.title = title
            self.tags = tags
            self.minutes = minutes
        }
    }
}

/// Recipes with tags as models.
enum RecipesV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Recipe.self, Tag.self] }

    @Model final class Recipe {
        var title: String
        @Attribute(originalName: "tags") var tagText: String
        var minutes: String
        var tags: [Tag] = []
        init(_ title: String) {
            self.title = title
            tagText = ""
            minutes = ""
        }
    }

    @Model final class Tag {
        @Attribute(.unique) var name: String
        @Relationship(inverse: \Recipe.tags) var recipes: [Recipe] = []
        init(_ name: String) { self.name = name }
    }
}

/// Recipes with durations as numbers in a composite, and a subclass.
enum RecipesV3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Recipe.self, Dessert.self, Tag.self] }

    struct Duration: Codable, Equatable {
        var hours: Int
        var minutes: Int
    }

    @Model class Recipe {
        var title: String
        @Attribute(originalName: "minutes") var minuteText: String
        var duration: Duration?
        var tags: [Tag] = []
        init(_ title: String) {
            self.title = title
            minuteText = ""
        }
    }

    @Model final class Dessert: Recipe {
        var sugar: Int32 = 0
        init(dessert title: String) { super.init(title) }
    }

    @Model final class Tag {
        @Attribute(.unique) var name: String
        @Relationship(inverse: \Recipe.tags) var recipes: [Recipe] = []
        init(_ name: String) { self.name = name }
    }
}

/// Recipes with a required duration.
enum RecipesV4: VersionedSchema {
    static let versionIdentifier = Schema.Version(4, 0, 0)
    static var models: [any PersistentModel.Type] { [Recipe.self, Dessert.self, Label.self] }

    @Model class Recipe {
        var title: String
        var duration: RecipesV3.Duration
        var labels: [Label] = []
        init(_ title: String, _ duration: RecipesV3.Duration) {
            self.title = title
            self.duration = duration
        }
    }

    @Model final class Dessert: Recipe {
        var sugar: Double = 0
        init(dessert title: String, _ duration: RecipesV3.Duration) {
            super.init(title, duration)
        }
    }

    @Model final class Label {
        @Attribute(.unique) var name: String
        @Relationship(inverse: \Recipe.labels) var recipes: [Recipe] = []
        init(_ name: String) { self.name = name }
    }
}

enum RecipesPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] {
        [RecipesV1.self, RecipesV2.self, RecipesV3.self, RecipesV4.self]
    }

    static var stages: [MigrationStage] {
        [
            .custom(
                fromVersion: RecipesV1.self,
                toVersion: RecipesV2.self,
                willMigrate: nil,
                didMigrate: divideTags
            ),
            .custom(
                fromVersion: RecipesV2.self,
                toVersion: RecipesV3.self,
                willMigrate: nil,
                didMigrate: readDurations
            ),
            .custom(
                fromVersion: RecipesV3.self,
                toVersion: RecipesV4.self,
                willMigrate: nameTags,
                didMigrate: copyTags
            ),
        ]
    }

    @Sendable private static func divideTags(_ context: ModelContext) throws {
        var tags: [String: RecipesV2.Tag] = [:]
        for recipe in try context.fetch(FetchDescriptor<RecipesV2.Recipe>()) {
            for part in recipe.tagText.split(separator: ",") {
                let name = part.trimmingCharacters(in: .whitespaces)
                if tags[name] == nil {
                    let tag = RecipesV2.Tag(name)
                    context.insert(tag)
                    tags[name] = tag
                }
                if let tag = tags[name] { recipe.tags.append(tag) }
            }
        }
        try context.save()
    }

    @Sendable private static func readDurations(_ context: ModelContext) throws {
        for recipe in try context.fetch(FetchDescriptor<RecipesV3.Recipe>()) {
            let minutes = Int(recipe.minuteText) ?? 0
            recipe.duration = RecipesV3.Duration(hours: minutes / 60, minutes: minutes % 60)
        }
        try context.save()
    }

    /// The names of the tags of each recipe, in a text that the next version still has.
    @Sendable private static func nameTags(_ context: ModelContext) throws {
        for recipe in try context.fetch(FetchDescriptor<RecipesV3.Recipe>()) {
            let names = recipe.tags.map(\.name).sorted().joined(separator: ",")
            recipe.title += "|\(names)"
        }
        try context.save()
    }

    /// The table of the labels is new, because entities match by name.
    @Sendable private static func copyTags(_ context: ModelContext) throws {
        var labels: [Substring: RecipesV4.Label] = [:]
        for recipe in try context.fetch(FetchDescriptor<RecipesV4.Recipe>()) {
            let parts = recipe.title.split(separator: "|", omittingEmptySubsequences: false)
            recipe.title = String(parts[0])
            for name in parts[1].split(separator: ",") {
                if labels[name] == nil {
                    let label = RecipesV4.Label(String(name))
                    context.insert(label)
                    labels[name] = label
                }
                if let label = labels[name] { recipe.labels.append(label) }
            }
        }
        try context.save()
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Glibc
import Testing

@testable import SwiftData

/// Chains of custom stages: text that becomes models, numbers and composites, and new subclasses.
struct MigrationChainTests {
    private static let recipes = [
        ("Pie", "sweet, baked", "90"), ("Soup", "hot", "25"), ("Water", "", "none"),
        ("Cake", "baked,sweet", "60"),
    ]

    private static func insert(in context: ModelContext) {
        for (title, tags, minutes) in recipes {
            context.insert(RecipesV1.Recipe(title, tags: tags, minutes: minutes))
        }
    }

    private func rehearsal() throws -> MigrationRehearsal {
        try MigrationRehearsal(of: RecipesPlan.self, from: RecipesV1.self) { Self.insert(in: $0) }
    }

    private static func expectTags(in context: ModelContext) throws {
        let recipes = try context.fetch(
            FetchDescriptor<RecipesV2.Recipe>(sortBy: [SortDescriptor(\.title)])
        )
        #expect(recipes.map(\.title) == ["Cake", "Pie", "Soup", "Water"])
        #expect(
            recipes.map { Set($0.tags.map(\.name)) } == [
                ["baked", "sweet"], ["sweet", "baked"], ["hot"], [],
            ]
        )
        #expect(try context.fetchCount(FetchDescriptor<RecipesV2.Tag>()) == 3)
        let baked = try context.fetch(
            FetchDescriptor<RecipesV2.Tag>(predicate: #Predicate { $0.name == "baked" })
        )
        #expect(baked.flatMap { $0.recipes.map(\.title) }.sorted() == ["Cake", "Pie"])
    }

    private static func expectLast(_ context: ModelContext) throws {
        let recipes = try context.fetch(
            FetchDescriptor<RecipesV4.Recipe>(sortBy: [SortDescriptor(\.title)])
        )
        #expect(recipes.map(\.title) == ["Cake", "Pie", "Soup", "Water"])
        #expect(recipes.map(\.duration.hours) == [1, 1, 0, 0])
        #expect(recipes.map(\.duration.minutes) == [0, 30, 25, 0])
        #expect(
            recipes.map { $0.labels.map(\.name).sorted() } == [
                ["baked", "sweet"], ["baked", "sweet"], ["hot"], [],
            ]
        )
    }

    @Test func separatedTextBecomesModels() throws {
        try rehearsal().migrate(to: RecipesV2.self) { try Self.expectTags(in: $0) }
    }

    @Test func textBecomesComposite() throws {
        try rehearsal().migrate(to: RecipesV3.self) { context in
            let long = #Predicate<RecipesV3.Recipe> { ($0.duration?.hours ?? 0) > 0 }
            let titles = try context.fetch(FetchDescriptor(predicate: long)).map(\.title)
            #expect(Set(titles) == ["Pie", "Cake"])
            #expect(try context.fetchCount(FetchDescriptor<RecipesV3.Dessert>()) == 0)
        }
    }

    @Test func chainHasTheSameResultAtOnceAndStepwise() throws {
        try rehearsal().migrate(to: RecipesV4.self) { try Self.expectLast($0) }
        let stepwise = try rehearsal()
        var count = 0
        try stepwise.migrateStepwise { version, context in
            count += 1
            if version == RecipesV2.self { try Self.expectTags(in: context) }
            if version == RecipesV4.self { try Self.expectLast(context) }
        }
        #expect(count == 4)
    }

    @Test func modelsOfNewSubclassPassTheNextStage() throws {
        let rehearsal = try rehearsal()
        try rehearsal.migrate(to: RecipesV3.self) { context in
            let dessert = RecipesV3.Dessert(dessert: "Jelly")
            dessert.sugar = 40
            dessert.duration = RecipesV3.Duration(hours: 2, minutes: 1)
            context.insert(dessert)
            try context.save()
        }
        try rehearsal.migrate(to: RecipesV4.self) { context in
            let desserts = try context.fetch(FetchDescriptor<RecipesV4.Dessert>())
            #expect(desserts.map(\.title) == ["Jelly"])
            #expect(desserts.map(\.sugar) == [40])
            #expect(desserts.map(\.duration.hours) == [2])
        }
    }

    @Test func missingCompositeIsRefusedBeforeTheLastStage() throws {
        let rehearsal = try rehearsal()
        try rehearsal.migrate(to: RecipesV3.self) { context in
            context.insert(RecipesV3.Dessert(dessert: "Jelly"))
            try context.save()
        }
        #expect(throws: SwiftDataError.self) {
            try rehearsal.migrate(to: RecipesV4.self) { _ in }
        }
        #expect(try rehearsal.version == Schema.Version(3, 0, 0))
    }

    // MARK: Interruption

    /// The plan of a process that is killed between two stages.
    private enum KilledBetween: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] {
            [RecipesV1.self, RecipesV2.self, RecipesV3.self]
        }
        static var stages: [MigrationStage] {
            [
                RecipesPlan.stages[0],
                .custom(
                    fromVersion: RecipesV2.self,
                    toVersion: RecipesV3.self,
                    willMigrate: { context in
                        guard try context.fetchCount(FetchDescriptor<RecipesV2.Tag>()) == 3 else {
                            return
                        }
                        kill(getpid(), SIGKILL)
                    },
                    didMigrate: nil
                ),
            ]
        }
    }

    @Test func killBetweenStagesLeavesTheFirstVersion() async throws {
        let folder = try TemporaryFolder()
        try folder.using(RecipesV1.self) { context in
            Self.insert(in: context)
            try context.save()
        }
        let path = folder.path("test.store")
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            _ = try ModelContainer(
                for: Schema(versionedSchema: RecipesV3.self),
                migrationPlan: KilledBetween.self,
                configurations: [ModelConfiguration(url: URL(filePath: path))]
            )
        }
        #expect(folder.contains("test.store.migrating"))
        let before = try folder.files()
        let preview = try ModelContainer.migrationPreview(
            for: Schema(versionedSchema: RecipesV4.self),
            migrationPlan: RecipesPlan.self,
            url: folder.store
        )
        #expect(preview.storeVersion == Schema.Version(1, 0, 0))
        // The lock names the process that acquired it last.
        #expect(
            try folder.files().filter { !$0.key.hasSuffix(".lock") }
                == before.filter { !$0.key.hasSuffix(".lock") }
        )
        try folder.using(RecipesV4.self, plan: RecipesPlan.self) { try Self.expectLast($0) }
        #expect(!folder.contains("test.store.migrating"))
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Properties of subclasses that become required, in the rows of which they may lack a value.
struct RequiredColumnsTests {
    enum Optional: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static let models: [any PersistentModel.Type] = [Pet.self, Dog.self]

        @Model class Pet {
            var name: String
            init(_ name: String) { self.name = name }
        }

        @Model final class Dog: Pet {
            var age: Int?
            var weight: Int?
            var friend: Pet?
            init(_ name: String, age: Int?) {
                self.age = age
                super.init(name)
            }
        }
    }

    enum Text: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static let models: [any PersistentModel.Type] = [Pet.self, Dog.self]

        @Model class Pet {
            var name: String
            init(_ name: String) { self.name = name }
        }

        @Model final class Dog: Pet {
            var age: String
            var weight: Int?
            var friend: Pet?
            init(_ name: String, age: String) {
                self.age = age
                super.init(name)
            }
        }
    }

    enum Required: VersionedSchema {
        static let versionIdentifier = Schema.Version(3, 0, 0)
        static let models: [any PersistentModel.Type] = [Pet.self, Dog.self]

        @Model class Pet {
            var name: String
            init(_ name: String) { self.name = name }
        }

        @Model final class Dog: Pet {
            var age: Int
            var weight: Int?
            var friend: Pet?
            init(_ name: String, age: Int) {
                self.age = age
                super.init(name)
            }
        }
    }

    enum Defaults: VersionedSchema {
        static let versionIdentifier = Schema.Version(4, 0, 0)
        static let models: [any PersistentModel.Type] = [Pet.self, Dog.self]

        @Model class Pet {
            var name: String
            init(_ name: String) { self.name = name }
        }

        @Model final class Dog: Pet {
            var age: Int?
            var weight = 10
            var friend: Pet?
            override init(_ name: String) { super.init(name) }
        }
    }

    enum Friends: VersionedSchema {
        static let versionIdentifier = Schema.Version(5, 0, 0)
        static let models: [any PersistentModel.Type] = [Pet.self, Dog.self]

        @Model class Pet {
            var name: String
            init(_ name: String) { self.name = name }
        }

        @Model final class Dog: Pet {
            var age: Int?
            var weight: Int?
            var friend: Pet
            init(_ name: String, friend: Pet) {
                self.friend = friend
                super.init(name)
            }
        }
    }

    private enum TextPlan: SchemaMigrationPlan {
        static let schemas: [any VersionedSchema.Type] = [Optional.self, Text.self]
        static var stages: [MigrationStage] {
            [
                .custom(
                    fromVersion: Optional.self,
                    toVersion: Text.self,
                    willMigrate: clear,
                    didMigrate: nil
                )
            ]
        }
    }

    private enum RequiredPlan: SchemaMigrationPlan {
        static let schemas: [any VersionedSchema.Type] = [Optional.self, Required.self]
        static var stages: [MigrationStage] {
            [
                .custom(
                    fromVersion: Optional.self,
                    toVersion: Required.self,
                    willMigrate: clear,
                    didMigrate: nil
                )
            ]
        }
    }

    private enum FriendsPlan: SchemaMigrationPlan {
        static let schemas: [any VersionedSchema.Type] = [Optional.self, Friends.self]
        static var stages: [MigrationStage] {
            [
                .custom(
                    fromVersion: Optional.self,
                    toVersion: Friends.self,
                    willMigrate: clear,
                    didMigrate: nil
                )
            ]
        }
    }

    /// Fails in the preview, too, because no code changes the rows before.
    private enum CheckedPlan: SchemaMigrationPlan {
        static let schemas: [any VersionedSchema.Type] = [Optional.self, Required.self]
        static var stages: [MigrationStage] {
            [
                .custom(
                    fromVersion: Optional.self,
                    toVersion: Required.self,
                    willMigrate: nil,
                    didMigrate: { try $0.save() }
                )
            ]
        }
    }

    private static func clear(_ context: ModelContext) throws {
        for dog in try context.fetch(FetchDescriptor<Optional.Dog>()) { dog.age = nil }
        try context.save()
    }

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.using(Optional.self) { context in
            context.insert(Optional.Pet("cat"))
            context.insert(Optional.Dog("rex", age: nil))
            context.insert(Optional.Dog("bello", age: 3))
            try context.save()
        }
    }

    @Test(
        arguments: [
            (Text.self, TextPlan.self, "Dog.age"), (Required.self, RequiredPlan.self, "Dog.age"),
            (Friends.self, FriendsPlan.self, "Dog.friend"),
        ] as [(any VersionedSchema.Type, any SchemaMigrationPlan.Type, String)]
    )
    func missingValueOfASubclassFailsTheMigration(
        _ version: any VersionedSchema.Type,
        _ plan: any SchemaMigrationPlan.Type,
        _ property: String
    ) throws {
        let error = #expect(throws: SwiftDataError.self) {
            _ = try folder.open(version, plan: plan)
        }
        let reason = explanation(of: error)
        #expect(reason.contains("a required property has no value in some rows of Pet"))
        #expect(reason.contains("\(property) in 2 of them"))
        let dogs = try folder.open(Optional.self).fetch(FetchDescriptor<Optional.Dog>())
        #expect(Set(dogs.map(\.age)) == [nil, 3])
    }

    @Test func previewFindsTheMissingValues() throws {
        let previews = try ModelContainer.migrationPreviews(
            for: Schema(versionedSchema: Required.self),
            migrationPlan: CheckedPlan.self,
            configurations: [ModelConfiguration(url: folder.store)]
        )
        #expect(previews.map(\.outcome) == [.rejected])
        let reason = explanation(of: previews[0].error)
        #expect(reason.contains("Dog.age in 1 of them"))
    }

    @Test func missingValueOfASubclassBecomesTheDefault() throws {
        let context = try folder.open(Defaults.self)
        let dogs = try context.fetch(FetchDescriptor<Defaults.Dog>())
        #expect(dogs.map(\.weight) == [10, 10])
        #expect(try context.fetchCount(FetchDescriptor<Defaults.Pet>()) == 3)
    }
}

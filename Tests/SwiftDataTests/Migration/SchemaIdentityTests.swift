// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

@Model private final class Memo {
    var text: String
    init(_ text: String) { self.text = text }
}

/// The shape of the models identifies the schema of a store, not their place or a number.
@Suite struct SchemaIdentityTests {
    enum Nested: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Memo.self] }

        @Model final class Memo {
            var text: String
            init(_ text: String) { self.text = text }
        }
    }

    enum SameNumber: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Memo.self] }

        @Model final class Memo {
            var text: String
            var note: String?
            init(_ text: String) { self.text = text }
        }
    }

    enum SameNumberPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [SameNumber.self] }
        static var stages: [MigrationStage] { [] }
    }

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let container = try ModelContainer(
            for: Memo.self,
            configurations: ModelConfiguration(url: folder.store)
        )
        let context = ModelContext(container)
        context.insert(Memo("first"))
        try context.save()
        try container.close()
    }

    @Test func modelThatMovesIntoAVersionedSchemaKeepsItsRows() throws {
        try folder.using(Nested.self) { context in
            context.insert(Nested.Memo("second"))
            try context.save()
            let memos = try context.fetch(
                FetchDescriptor<Nested.Memo>(sortBy: [SortDescriptor(\.text)])
            )
            #expect(memos.map(\.text) == ["first", "second"])
        }
        #expect(!folder.contains("test.store.backup"))
    }

    @Test func versionNumberThatIsUsedAgainForAnotherShapeIsMigrated() throws {
        try folder.using(SameNumber.self) { context in
            let memos = try context.fetch(FetchDescriptor<SameNumber.Memo>())
            #expect(memos.map(\.text) == ["first"])
            #expect(memos.map(\.note) == [nil])
        }
        #expect(folder.contains("test.store.backup"))
    }

    @Test func planWithoutTheShapeOfTheStoreListsTheDifference() throws {
        let error = #expect(throws: SwiftDataError.self) {
            try folder.open(SameNumber.self, plan: SameNumberPlan.self)
        }
        #expect(error == .unknownSchema)
        #expect(explanation(of: error).contains("Memo.note"))
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Predicates and sort orders that the default store cannot translate, in a store that evaluates
/// them itself.
struct UntranslatedFetchTests {
    @Model final class Bead {
        var size: Int
        var isLarge: Bool { size > 5 }
        var rank: Int { -size }
        init(size: Int) { self.size = size }
    }

    /// The values of a bead.
    struct BeadSnapshot: DataStoreSnapshot {
        let persistentIdentifier: PersistentIdentifier
        var size: Int

        init(_ persistentIdentifier: PersistentIdentifier, size: Int) {
            self.persistentIdentifier = persistentIdentifier
            self.size = size
        }

        init(
            from backingData: any BackingData,
            relatedBackingDatas: inout [PersistentIdentifier: any BackingData]
        ) {
            let bead = backingData as? any BackingData<Bead>
            self.init(
                backingData.persistentModelID ?? Bead(size: 0).persistentModelID,
                size: bead?.getValue(forKey: \.size) ?? 0
            )
        }

        func copy(
            persistentIdentifier: PersistentIdentifier,
            remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
        ) -> BeadSnapshot { BeadSnapshot(persistentIdentifier, size: size) }
    }

    struct BeadConfiguration: DataStoreConfiguration {
        typealias Store = BeadStore

        var name = "beads"
        var schema: Schema?
        var evaluates = true
    }

    /// A store of beads of the sizes 1 to 9, which evaluates descriptors over models, or leaves them
    /// to the framework.
    final class BeadStore: DataStore {
        let configuration: BeadConfiguration
        let schema: Schema
        let identifier = "beads"

        init(
            _ configuration: BeadConfiguration,
            migrationPlan: (any SchemaMigrationPlan.Type)?
        ) throws {
            self.configuration = configuration
            schema = configuration.schema ?? Schema([Bead.self])
        }

        func fetch<T: PersistentModel>(
            _ request: DataStoreFetchRequest<T>
        ) throws -> DataStoreFetchResult<T, BeadSnapshot> {
            guard configuration.evaluates || request.descriptor.predicate == nil else {
                throw DataStoreError.preferInMemoryFilter
            }
            guard configuration.evaluates || request.descriptor.sortBy.isEmpty else {
                throw DataStoreError.preferInMemorySort
            }
            let beads = (1...9).compactMap { Bead(size: $0) as? T }
            let predicate = request.descriptor.predicate
            let found = try beads.filter { try predicate?.evaluate($0) != false }
                .sorted(using: request.descriptor.sortBy)
            return DataStoreFetchResult(
                descriptor: request.descriptor,
                fetchedSnapshots: try found.compactMap { $0 as? Bead }.map { bead in
                    BeadSnapshot(
                        try PersistentIdentifier.identifier(
                            for: identifier,
                            entityName: "Bead",
                            primaryKey: bead.size
                        ),
                        size: bead.size
                    )
                }
            )
        }

        func save(
            _ request: DataStoreSaveChangesRequest<BeadSnapshot>
        ) throws -> DataStoreSaveChangesResult<BeadSnapshot> {
            DataStoreSaveChangesResult(for: identifier)
        }
    }

    private func context(evaluates: Bool = true) throws -> ModelContext {
        let configuration = BeadConfiguration(evaluates: evaluates)
        return ModelContext(
            try ModelContainer(for: Schema([Bead.self]), configurations: [configuration])
        )
    }

    private let large = FetchDescriptor<Bead>(
        predicate: #Predicate { $0.isLarge },
        sortBy: [SortDescriptor(\.rank)]
    )

    @Test func storeEvaluatesPredicateAndOrder() throws {
        let context = try context()
        #expect(try context.fetch(large).map(\.size) == [9, 8, 7, 6])
        #expect(try context.fetchCount(large) == 4)
        #expect(try context.fetchIdentifiers(large).count == 4)
        var two = large
        two.fetchLimit = 2
        #expect(try context.fetch(two).map(\.size) == [9, 8])
    }

    @Test func frameworkCannotEvaluateThem() throws {
        let context = try context(evaluates: false)
        #expect(throws: SwiftDataError.unsupportedPredicate) { try context.fetch(large) }
        #expect(throws: SwiftDataError.unsupportedPredicate) { try context.fetchCount(large) }
        let ordered = FetchDescriptor<Bead>(sortBy: [SortDescriptor(\.rank)])
        #expect(throws: SwiftDataError.unsupportedSortDescriptor) { try context.fetch(ordered) }
        let all = FetchDescriptor<Bead>(predicate: #Predicate { $0.size > 5 })
        #expect(try context.fetchCount(all) == 4)
    }

    @Test func unsavedChangesAreNotOmittedSilently() throws {
        let context = try context()
        context.insert(Bead(size: 12))
        let error = #expect(throws: SwiftDataError.unsupportedPredicate) {
            try context.fetch(large)
        }
        #expect(explanation(of: error).contains("unsaved"))
        var saved = large
        saved.includePendingChanges = false
        #expect(try context.fetchCount(saved) == 4)
    }

    @Test func defaultStoreThrowsItsError() throws {
        let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
        let context = ModelContext(
            try ModelContainer(for: Bead.self, configurations: configuration)
        )
        #expect(throws: SwiftDataError.unsupportedPredicate) { try context.fetch(large) }
    }
}

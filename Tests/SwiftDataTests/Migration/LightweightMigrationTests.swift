// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Migrations that are inferred from the changes of a schema.
final class LightweightMigrationTests {
    private let folder: TemporaryFolder
    /// Owns the models of a test.
    private var contexts: [ModelContext] = []

    init() throws {
        folder = try TemporaryFolder()
        try folder.writeFirstVersion()
    }

    private func trips() throws -> (context: ModelContext, [TripsV2.Trip]) {
        let context = try folder.open(TripsV2.self)
        contexts.append(context)
        return (context, try context.fetch(FetchDescriptor(sortBy: [SortDescriptor(\.name)])))
    }

    @Test func renamedAndWidenedAttributesKeepValues() throws {
        let (_, trips) = try trips()
        #expect(trips.map(\.name) == ["Nörth", "South"])
        #expect(trips.map(\.days) == [7, 1])
    }

    @Test func newAttributesEvaluateDefaultForEachRow() throws {
        let (_, trips) = try trips()
        #expect(trips.map(\.rating) == [3, 3])
        #expect(trips.map(\.subtitle) == [nil, nil])
        #expect(trips.first?.token != trips.last?.token)
    }

    @Test func renamedRelationshipsKeepModels() throws {
        let (_, trips) = try trips()
        let places = trips.map { Set($0.places.map(\.name)) }
        #expect(places == [["Oslo", "Bergen"], ["Rome"]])
    }

    @Test func addingAnInverseKeepsModels() throws {
        let (context, trips) = try trips()
        let tags = trips.map { Set($0.tags.map(\.name)) }
        #expect(tags == [["sea", "snow"], ["sun"]])
        let tag = try context.fetch(FetchDescriptor<TripsV2.Tag>(sortBy: [SortDescriptor(\.name)]))
        #expect(tag.map { $0.trips.map(\.name) } == [["Nörth"], ["Nörth"], ["South"]])
    }

    @Test func fullTextIndexFollowsRename() throws {
        let (context, _) = try trips()
        let found = try context.search(SearchDescriptor<TripsV2.Trip>(FullTextQuery("north")))
        #expect(found.map(\.model.name) == ["Nörth"])
    }

    @Test func migrationKeepsStoreIdentifierAndHistory() throws {
        func state(_ context: ModelContext) throws -> (String, HistoryBounds) {
            let store = context.coordinator.stores[0].store
            return (store.identifier, try store.read(for: StoreClient()) { try $0.historyBounds() })
        }
        let before = try folder.using(TripsV1.self, state)
        let after = try folder.using(TripsV2.self, state)
        #expect(after == before)
        #expect(after.1.last == 1)
    }

    @Test func newModelsDoNotReuseKeys() throws {
        let (context, trips) = try trips()
        let keys = Set(trips.compactMap(\.persistentModelID.integerKey))
        let new = TripsV2.Trip(name: "West")
        context.insert(new)
        try context.save()
        #expect(!keys.contains(try #require(new.persistentModelID.integerKey)))
    }

    @Test func migrationKeepsBackupOfOldStore() throws {
        _ = try trips()
        #expect(folder.contains("test.store.backup"))
        #expect(!folder.contains("test.store.migrating"))
        #expect(!folder.contains("test.store.backup-wal"))
        let configuration = ModelConfiguration(
            url: folder.url.appending(path: "test.store.backup")
        )
        let old = try ModelContainer(
            for: Schema(versionedSchema: TripsV1.self),
            configurations: [configuration]
        )
        let titles = try ModelContext(old).fetch(FetchDescriptor<TripsV1.Trip>()).map(\.title)
        #expect(Set(titles) == ["Nörth", "South"])
    }

    @Test func reopeningMigratedStoreChangesNothing() throws {
        try folder.using(TripsV2.self) { #expect(!$0.hasChanges) }
        try FileManager.default.removeItem(atPath: folder.path("test.store.backup"))
        let (_, again) = try trips()
        #expect(again.count == 2)
        #expect(!folder.contains("test.store.backup"))
    }

    @Test func unsupportedChangesAreListedByColumn() throws {
        try folder.using(TripsV2.self) { #expect(!$0.hasChanges) }
        let error = #expect(throws: SwiftDataError.self) { _ = try folder.open(TripsV3.self) }
        #expect(error == .loadIssueModelContainer)
        let text = explanation(of: error)
        #expect(text.contains("Trip.subtitle: was text?; is text (became required"))
        #expect(text.contains("Trip.rating: removed"))
        #expect(text.contains("Stop: removed"))
        #expect(try trips().1.count == 2)
    }

    @Test func violatedUniquenessConstraintLeavesOldStore() throws {
        try folder.using(TripsV1.self) { context in
            context.insert(TripsV1.Stop(name: "Oslo"))
            try context.save()
        }
        let error = #expect(throws: SwiftDataError.self) { _ = try folder.open(TripsV2.self) }
        #expect(explanation(of: error).contains("rows of Stop have equal values"))
        #expect(!folder.contains("test.store.migrating"))
        #expect(try folder.open(TripsV1.self).fetchCount(FetchDescriptor<TripsV1.Stop>()) == 4)
    }

    @Test func readOnlyStoreIsNotMigrated() throws {
        let error = #expect(throws: SwiftDataError.self) {
            _ = try folder.open(TripsV2.self, allowsSave: false)
        }
        #expect(explanation(of: error).contains("read-only"))
        #expect(!folder.contains("test.store.backup"))
    }
}

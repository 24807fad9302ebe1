// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// The values and errors of a store with a snapshot type of its own, and of containers with stores
/// of two kinds.
@Suite struct SettingStoreTests {
    @Model final class Visit {
        var place: String
        init(_ place: String) { self.place = place }
    }

    private let configuration = SettingConfiguration(schema: Schema([Setting.self]))
    private var options: SettingOptions { configuration.options }

    private func context() throws -> ModelContext {
        ModelContext(try ModelContainer(for: Setting.self, configurations: configuration))
    }

    /// A container with settings in the custom store and visits in an SQLite database.
    private func mixedContainer() throws -> ModelContainer {
        try ModelContainer(
            for: Schema([Setting.self, Visit.self]),
            configurations: [configuration, ModelConfiguration(isStoredInMemoryOnly: true)]
        )
    }

    @Test func valuesArePassedInASnapshotTypeOfTheStore() throws {
        let context = try context()
        let volume = Setting("volume", 5)
        context.insert(volume)
        context.insert(Setting("size", 12))
        try context.save()
        volume.value = 6
        try context.save()
        let other = ModelContext(context.container)
        let large = #Predicate<Setting> { $0.value > 5 }
        let found = try other.fetch(
            FetchDescriptor(predicate: large, sortBy: [SortDescriptor(\.name)])
        )
        #expect(found.map(\.name) == ["size", "volume"])
        #expect(found.map(\.value) == [12, 6])
        #expect(found.map(\.note) == [nil, nil])
        other.delete(found[0])
        try other.save()
        #expect(try context.fetch(FetchDescriptor<Setting>()).map(\.name) == ["volume"])
    }

    @Test func identifiersHaveTheKeysOfTheStore() throws {
        let context = try context()
        let volume = Setting("volume", 5)
        context.insert(volume)
        try context.save()
        let identifier = try PersistentIdentifier.identifier(
            for: "settings-store",
            entityName: "Setting",
            primaryKey: "key of volume"
        )
        #expect(volume.persistentModelID == identifier)
        #expect(context.model(for: identifier) === volume)
        #expect((ModelContext(context.container).model(for: identifier) as? Setting)?.value == 5)
    }

    @Test func valuesThatTheStoreChangedAreLoadedAgain() throws {
        let context = try context()
        options.maximumValue = 10
        let volume = Setting("volume", 50)
        context.insert(volume)
        try context.save()
        #expect(volume.value == 10)
    }

    @Test func newModelsThatTheStoreHasBecomeTheStoredOnes() throws {
        let context = try context()
        let volume = Setting("volume", 5)
        context.insert(volume)
        try context.save()
        let other = ModelContext(context.container)
        let duplicate = Setting("volume", 6)
        other.insert(duplicate)
        other.insert(Setting("size", 12))
        try other.save()
        #expect(duplicate.persistentModelID == volume.persistentModelID)
        #expect(try other.fetchCount(FetchDescriptor<Setting>()) == 2)
        context.processPendingChanges()
        #expect(volume.value == 6)
        context.insert(Setting("volume", 7))
        try context.save()
        #expect(volume.value == 7)
        #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Setting>()) == 2)
    }

    @Test func refusedSavesKeepTheirChanges() throws {
        let context = try context()
        context.insert(Setting("volume", 5))
        options.refusesSaves = true
        #expect(throws: SettingOptions.Refusal.self) { try context.save() }
        #expect(context.hasChanges)
        #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Setting>()) == 0)
        options.refusesSaves = false
        try context.save()
        #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Setting>()) == 1)
    }

    @Test func missingPermanentIdentifiersAreErrors() throws {
        let context = try context()
        context.insert(Setting("volume", 5))
        options.remapsIdentifiers = false
        let error = #expect(throws: StoreError.self) { try context.save() }
        #expect(error?.message.contains("no permanent identifier") == true)
    }

    @Test func identifiersOfAnotherStoreAreErrors() throws {
        let context = try context()
        context.insert(Setting("volume", 5))
        options.identifier = "other-store"
        let saving = #expect(throws: StoreError.self) { try context.save() }
        #expect(saving?.message.contains("other-store") == true)
        let fetching = #expect(throws: StoreError.self) {
            try ModelContext(context.container).fetch(FetchDescriptor<Setting>())
        }
        #expect(fetching?.message.contains("other-store") == true)
    }

    // MARK: Two kinds of stores

    @Test func modelsOfOneContainerAreInStoresOfTwoKinds() throws {
        let container = try mixedContainer()
        let context = ModelContext(container)
        context.insert(Setting("volume", 5))
        context.insert(Visit("Bath"))
        try context.save()
        let other = ModelContext(container)
        let setting = try #require(try other.fetch(FetchDescriptor<Setting>()).first)
        let visit = try #require(try other.fetch(FetchDescriptor<Visit>()).first)
        #expect(setting.persistentModelID.storeIdentifier == "settings-store")
        #expect(visit.persistentModelID.storeIdentifier != "settings-store")
        (setting.value, visit.place) = (7, "York")
        try other.save()
        #expect(try context.fetch(FetchDescriptor<Setting>()).map(\.value) == [7])
        #expect(try context.fetch(FetchDescriptor<Visit>()).map(\.place) == ["York"])
        let history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        #expect(history.map(\.changes.count) == [1, 1])
    }

    @Test func saveThatOneStoreRefusesChangesNoStore() throws {
        let container = try mixedContainer()
        let context = ModelContext(container)
        options.refusesSaves = true
        context.insert(Setting("volume", 5))
        context.insert(Visit("Bath"))
        #expect(throws: SettingOptions.Refusal.self) { try context.save() }
        let other = ModelContext(container)
        #expect(try other.fetchCount(FetchDescriptor<Visit>()) == 0)
        #expect(try other.fetchCount(FetchDescriptor<Setting>()) == 0)
    }

    @Test func configurationsWithOneNameAreRefused() throws {
        #expect(throws: SwiftDataError.duplicateConfiguration) {
            try ModelContainer(
                for: Schema([Setting.self, Visit.self]),
                configurations: [
                    configuration,
                    ModelConfiguration(
                        "settings",
                        schema: Schema([Visit.self]),
                        isStoredInMemoryOnly: true
                    ),
                ]
            )
        }
    }
}

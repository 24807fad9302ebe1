// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

/// A model without relationships.
@Model final class Setting {
    var name: String
    var value: Int
    var note: String?
    init(_ name: String, _ value: Int) {
        self.name = name
        self.value = value
    }
}

/// The values of a setting, in a type of a store's own.
struct SettingSnapshot: DataStoreSnapshot {
    let persistentIdentifier: PersistentIdentifier
    let name: String
    var value: Int

    init(
        from backingData: any BackingData,
        relatedBackingDatas: inout [PersistentIdentifier: any BackingData]
    ) {
        func values<Data: BackingData>(_ data: Data) -> (String, Int)? {
            guard let data = data as? any BackingData<Setting> else { return nil }
            return (data.getValue(forKey: \.name), data.getValue(forKey: \.value))
        }
        (name, value) = values(backingData) ?? ("", 0)
        persistentIdentifier = backingData.persistentModelID ?? SettingSnapshot.unknown
    }

    init(_ persistentIdentifier: PersistentIdentifier, _ name: String, _ value: Int) {
        self.persistentIdentifier = persistentIdentifier
        self.name = name
        self.value = value
    }

    func copy(
        persistentIdentifier: PersistentIdentifier,
        remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
    ) -> SettingSnapshot { SettingSnapshot(persistentIdentifier, name, value) }

    private static var unknown: PersistentIdentifier { Setting("", 0).persistentModelID }
}

/// The configuration of a store of settings in memory.
struct SettingConfiguration: DataStoreConfiguration {
    typealias Store = SettingStore

    var name = "settings"
    var schema: Schema?
    var options = SettingOptions()
}

/// What a store of settings does to the next save.
final class SettingOptions: Hashable {
    struct Refusal: Error {}

    var refusesSaves = false
    var remapsIdentifiers = true
    var maximumValue = Int.max
    var identifier = "settings-store"

    static func == (lhs: SettingOptions, rhs: SettingOptions) -> Bool { lhs === rhs }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A store with text keys, which neither filters nor sorts.
final class SettingStore: DataStore {
    let identifier = "settings-store"
    let schema: Schema
    let configuration: SettingConfiguration
    private var snapshots: [PersistentIdentifier: SettingSnapshot] = [:]
    private var options: SettingOptions { configuration.options }

    init(
        _ configuration: SettingConfiguration,
        migrationPlan: (any SchemaMigrationPlan.Type)?
    ) throws {
        self.configuration = configuration
        schema = configuration.schema ?? Schema([Setting.self])
    }

    func fetch<T>(_ request: DataStoreFetchRequest<T>) throws
        -> DataStoreFetchResult<T, SettingSnapshot> where T: PersistentModel
    {
        guard request.descriptor.predicate == nil else {
            throw DataStoreError.preferInMemoryFilter
        }
        guard request.descriptor.sortBy.isEmpty else { throw DataStoreError.preferInMemorySort }
        return DataStoreFetchResult(
            descriptor: request.descriptor,
            fetchedSnapshots: Array(snapshots.values)
        )
    }

    func save(_ request: DataStoreSaveChangesRequest<SettingSnapshot>) throws
        -> DataStoreSaveChangesResult<SettingSnapshot>
    {
        if options.refusesSaves { throw SettingOptions.Refusal() }
        var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
        var reregistered: [PersistentIdentifier: SettingSnapshot] = [:]
        for snapshot in request.inserted {
            let identifier = try PersistentIdentifier.identifier(
                for: options.identifier,
                entityName: snapshot.persistentIdentifier.entityName,
                primaryKey: "key of \(snapshot.name)"
            )
            if options.remapsIdentifiers { remapped[snapshot.persistentIdentifier] = identifier }
            snapshots[identifier] = snapshot.copy(
                persistentIdentifier: identifier,
                remappedIdentifiers: nil
            )
        }
        for snapshot in request.updated { snapshots[snapshot.persistentIdentifier] = snapshot }
        for snapshot in request.deleted { snapshots[snapshot.persistentIdentifier] = nil }
        for (identifier, snapshot) in snapshots where snapshot.value > options.maximumValue {
            snapshots[identifier]?.value = options.maximumValue
            reregistered[identifier] = snapshots[identifier]
        }
        return DataStoreSaveChangesResult(
            for: identifier,
            remappedIdentifiers: remapped,
            snapshotsToReregister: reregistered
        )
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

/// A hierarchy of models for a store with a snapshot type of its own.
enum Shelter {
    @Model class Pet {
        var name: String
        init(_ name: String) { self.name = name }
    }

    @Model final class Cat: Pet {
        var lives: Int
        init(_ name: String, lives: Int) {
            self.lives = lives
            super.init(name)
        }
    }
}

/// The values of a pet of any class.
struct PetSnapshot: DataStoreSnapshot {
    let persistentIdentifier: PersistentIdentifier
    /// The name of the class, which is not one of the encoded values.
    let className: String
    let name: String
    let lives: Int?

    private enum CodingKeys: CodingKey { case persistentIdentifier, name, lives }

    init(
        from backingData: any BackingData,
        relatedBackingDatas: inout [PersistentIdentifier: any BackingData]
    ) {
        let cat = backingData as? any BackingData<Shelter.Cat>
        let pet = backingData as? any BackingData<Shelter.Pet>
        name = cat?.getValue(forKey: \.name) ?? pet?.getValue(forKey: \.name) ?? ""
        lives = cat?.getValue(forKey: \.lives)
        className = cat == nil ? "Pet" : "Cat"
        persistentIdentifier = backingData.persistentModelID ?? Shelter.Pet("").persistentModelID
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        persistentIdentifier = try container.decode(
            PersistentIdentifier.self,
            forKey: .persistentIdentifier
        )
        className = persistentIdentifier.entityName
        name = try container.decode(String.self, forKey: .name)
        lives = try container.decodeIfPresent(Int.self, forKey: .lives)
    }

    private init(_ identifier: PersistentIdentifier, copying other: PetSnapshot) {
        persistentIdentifier = identifier
        className = other.className
        name = other.name
        lives = other.lives
    }

    func copy(
        persistentIdentifier: PersistentIdentifier,
        remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
    ) -> PetSnapshot { PetSnapshot(persistentIdentifier, copying: self) }
}

/// The configuration of a store of pets in memory.
struct PetConfiguration: DataStoreConfiguration {
    typealias Store = PetStore

    var name = "pets"
    var schema: Schema?
}

/// A store whose identifiers have the names of the models' classes.
final class PetStore: DataStore {
    let identifier = "pet-store"
    let schema: Schema
    let configuration: PetConfiguration
    private var snapshots: [PersistentIdentifier: PetSnapshot] = [:]

    init(
        _ configuration: PetConfiguration,
        migrationPlan: (any SchemaMigrationPlan.Type)?
    ) throws {
        self.configuration = configuration
        schema = configuration.schema ?? Schema([Shelter.Pet.self])
    }

    func fetch<T>(_ request: DataStoreFetchRequest<T>) throws
        -> DataStoreFetchResult<T, PetSnapshot> where T: PersistentModel
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

    func save(_ request: DataStoreSaveChangesRequest<PetSnapshot>) throws
        -> DataStoreSaveChangesResult<PetSnapshot>
    {
        var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
        for snapshot in request.inserted {
            let identifier = try PersistentIdentifier.identifier(
                for: identifier,
                entityName: snapshot.className,
                primaryKey: snapshot.name
            )
            remapped[snapshot.persistentIdentifier] = identifier
            snapshots[identifier] = snapshot.copy(
                persistentIdentifier: identifier,
                remappedIdentifiers: nil
            )
        }
        for snapshot in request.updated { snapshots[snapshot.persistentIdentifier] = snapshot }
        for snapshot in request.deleted { snapshots[snapshot.persistentIdentifier] = nil }
        return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remapped)
    }
}

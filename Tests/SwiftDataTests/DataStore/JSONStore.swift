// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

/// The configuration of a store in a JSON file.
struct JSONStoreConfiguration: DataStoreConfiguration {
    typealias Store = JSONStore

    var name = "json"
    var schema: Schema?
    let url: URL
}

/// A store that keeps all snapshots in memory and writes them to a JSON file.
///
/// It filters and sorts nothing, and uses only the public interface of the framework.
final class JSONStore: DataStore {
    private struct File: Codable {
        var identifier = UUID().uuidString
        var lastNumber = 0
        var snapshots: [DefaultSnapshot] = []
    }

    let configuration: JSONStoreConfiguration
    let schema: Schema
    private var file: File
    private var snapshots: [PersistentIdentifier: DefaultSnapshot]

    var identifier: String { file.identifier }

    init(
        _ configuration: JSONStoreConfiguration,
        migrationPlan: (any SchemaMigrationPlan.Type)?
    ) throws {
        guard let schema = configuration.schema else { throw DataStoreError.unsupportedFeature }
        self.configuration = configuration
        self.schema = schema
        let exists = FileManager.default.fileExists(
            atPath: configuration.url.path(percentEncoded: false)
        )
        let file =
            exists
            ? try JSONDecoder().decode(File.self, from: Data(contentsOf: configuration.url))
            : File()
        self.file = file
        snapshots = Dictionary(
            uniqueKeysWithValues: file.snapshots.map { ($0.persistentIdentifier, $0) }
        )
    }

    func fetch<T>(_ request: DataStoreFetchRequest<T>) throws
        -> DataStoreFetchResult<T, DefaultSnapshot> where T: PersistentModel
    {
        let descriptor = request.descriptor
        if descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
        if !descriptor.sortBy.isEmpty || descriptor.fetchOffset != nil {
            throw DataStoreError.preferInMemorySort
        }
        let entity = Schema.entityName(for: T.self)
        return DataStoreFetchResult(
            descriptor: request.descriptor,
            fetchedSnapshots: snapshots.values
                .filter { $0.persistentIdentifier.entityName == entity }
                .sorted { $0.persistentIdentifier < $1.persistentIdentifier }
        )
    }

    func cachedSnapshots(
        for persistentIdentifiers: [PersistentIdentifier],
        editingState: EditingState
    ) throws -> [PersistentIdentifier: DefaultSnapshot] {
        let known = persistentIdentifiers.compactMap { snapshots[$0] }
        return Dictionary(uniqueKeysWithValues: known.map { ($0.persistentIdentifier, $0) })
    }

    func save(_ request: DataStoreSaveChangesRequest<DefaultSnapshot>) throws
        -> DataStoreSaveChangesResult<DefaultSnapshot>
    {
        var (changed, newFile) = (snapshots, file)
        var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
        for snapshot in request.inserted {
            newFile.lastNumber += 1
            remapped[snapshot.persistentIdentifier] = try .identifier(
                for: identifier,
                entityName: snapshot.persistentIdentifier.entityName,
                primaryKey: newFile.lastNumber
            )
        }
        for snapshot in request.inserted + request.updated {
            let identifier =
                remapped[snapshot.persistentIdentifier] ?? snapshot.persistentIdentifier
            changed[identifier] = snapshot.copy(
                persistentIdentifier: identifier,
                remappedIdentifiers: remapped
            )
        }
        for snapshot in request.deleted { changed[snapshot.persistentIdentifier] = nil }
        newFile.snapshots = changed.values.sorted {
            $0.persistentIdentifier < $1.persistentIdentifier
        }
        try JSONEncoder().encode(newFile).write(to: configuration.url, options: .atomic)
        (snapshots, file) = (changed, newFile)
        return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remapped)
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
import Synchronization

/// The open stores of a container, shared with its contexts.
///
/// The container retains its main context. The main context therefore retains the coordinator
/// instead of the container; otherwise a reference cycle would keep the stores open.
final class StoreCoordinator: Sendable {
    /// A store with the options of its configuration.
    struct Store: Sendable {
        let store: any ContextStore
        let uniqueCollision: ModelConfiguration.UniqueCollision
        let configurationName: String
        /// The location of the file; nil for a custom store.
        let url: URL?

        fileprivate init(_ configuration: any DataStoreConfiguration, store: any ContextStore) {
            self.store = store
            uniqueCollision =
                (configuration as? ModelConfiguration)?.uniqueCollision ?? .update
            configurationName = configuration.name
            url = (configuration as? ModelConfiguration)?.url
        }
    }

    let schema: Schema
    let migrationPlan: (any SchemaMigrationPlan.Type)?
    let configurations: Mutex<Set<ModelConfiguration>>
    let resolvedSchema: ResolvedSchema
    let layout: SchemaLayout
    let queryTemplates = QueryTemplates()
    /// The schema for snapshots of models of the container.
    let snapshotSchema: SnapshotSchema
    let stores: [Store]
    let changes = ChangeFeed()
    /// The stores that other processes can have open, too.
    private let remoteChanges: [RemoteChanges]
    /// The store of each entity, by entity index; nil for an entity without one.
    private let storeOfEntity: [Int?]
    private let mainContext = Mutex(MainContext())

    /// Opens or creates each store.
    ///
    /// - Throws: `SwiftDataError` if configurations contradict each other or a store cannot be
    ///   migrated to the schema; `StoreError` if a file cannot be used, or if the version of Swift
    ///   is not supported.
    init(
        _ schema: Schema,
        migrationPlan: (any SchemaMigrationPlan.Type)?,
        configurations given: [any DataStoreConfiguration],
        runtime: RuntimeSupport = .current
    ) throws {
        try runtime.require()
        let configurations = given.isEmpty ? [ModelConfiguration()] : given
        let resolvedSchema = try ResolvedSchema(schema)
        let division = try Self.divide(resolvedSchema, among: configurations)
        self.schema = schema
        self.migrationPlan = migrationPlan
        self.resolvedSchema = resolvedSchema
        let layout = SchemaLayout(resolvedSchema)
        self.layout = layout
        snapshotSchema = SnapshotSchema(resolvedSchema, layout: layout)
        self.configurations = Mutex(Set(configurations.compactMap { $0 as? ModelConfiguration }))
        stores = try zip(configurations, division).map { configuration, entities in
            let schema = StoreSchema(layout, entities: entities, version: resolvedSchema.version)
            let store = try configuration.openStore(
                for: schema,
                of: resolvedSchema,
                migrationPlan: migrationPlan
            )
            return Store(configuration, store: store)
        }
        if let identifier = stores.map(\.store.identifier).firstDuplicate {
            throw Self.duplicate(
                "the store identifier '\(identifier)'",
                remedy: "a different store"
            )
        }
        var storeOfEntity: [Int?] = resolvedSchema.entities.map { _ in nil }
        for (index, entities) in division.enumerated() {
            for entity in entities { storeOfEntity[entity] = index }
        }
        self.storeOfEntity = storeOfEntity
        remoteChanges = stores.compactMap {
            RemoteChanges($0, schema: resolvedSchema, layout: layout)
        }
        for remote in remoteChanges {
            remote.listen { [weak self] in self?.publishRemoteChanges() }
        }
    }

    /// Returns the indexes of the entities of each configuration.
    static func divide(
        _ schema: ResolvedSchema,
        among configurations: [any DataStoreConfiguration]
    ) throws -> [Set<Int>] {
        var names: Set<String> = []
        for configuration in configurations {
            try configuration.validate()
            guard names.insert("name \(configuration.name)").inserted else {
                throw duplicate("the name '\(configuration.name)'", remedy: "a different name")
            }
            guard let file = configuration as? ModelConfiguration, !file.isStoredInMemoryOnly else {
                continue
            }
            let path = file.url.resolvingSymlinksInPath().path(percentEncoded: false)
            guard names.insert("url \(path)").inserted else {
                throw duplicate("the file \(path)", remedy: "a different file")
            }
        }
        let owners = try owners(in: schema, among: configurations)
        let division = configurations.indices.map { index in
            let owner: Int? = configurations[index].schema == nil ? nil : index
            return Set(schema.entities.indices.filter { owners[$0] == owner })
        }
        for (configuration, entities) in zip(configurations, division) {
            try checkRelationships(of: entities, in: schema, configuration: configuration)
        }
        return division
    }

    private static func duplicate(_ shared: String, remedy: String) -> SwiftDataError {
        SwiftDataError(
            .duplicateConfiguration,
            "two configurations have \(shared); use \(remedy) for each"
        )
    }

    /// Returns the indexes of the configurations that include an entity, by entity index.
    private static func owners(
        in schema: ResolvedSchema,
        among configurations: [any DataStoreConfiguration]
    ) throws -> [Int: Int] {
        var owners: [Int: Int] = [:]
        for (index, configuration) in configurations.enumerated() {
            for entity in configuration.schema?.entities ?? [] {
                guard let known = schema.entity(ofClass: entity.name) else {
                    throw SwiftDataError(
                        .configurationSchemaNotFoundInContainerSchema,
                        "'\(configuration.name)' includes \(entity.name), "
                            + "which is not in the container's schema"
                    )
                }
                if let other = owners.updateValue(index, forKey: known.index), other != index {
                    throw SwiftDataError(
                        .duplicateConfiguration,
                        "the schemas of '\(configurations[other].name)' and "
                            + "'\(configuration.name)' both include \(entity.name), directly or "
                            + "through a relationship"
                    )
                }
            }
        }
        return owners
    }

    /// Checks that no relationship leads to a model of another store.
    private static func checkRelationships(
        of entities: Set<Int>,
        in schema: ResolvedSchema,
        configuration: any DataStoreConfiguration
    ) throws {
        for entity in entities.map({ schema.entities[$0] }) {
            for property in entity.properties {
                guard let destination = property.destination,
                    !entities.contains(destination.index)
                else { continue }
                throw SwiftDataError.loadIssue(
                    "\(entity.name).\(property.name) refers to \(destination.name), "
                        + "which is not in the same store, '\(configuration.name)'"
                )
            }
        }
    }

    func store(of entity: EntityDescription) throws -> any ContextStore {
        guard let index = storeOfEntity[entity.index] else {
            throw SwiftDataError.unknownSchema("no configuration stores \(entity.name)")
        }
        return stores[index].store
    }

    func store(named identifier: String) -> Store? {
        stores.first { $0.store.identifier == identifier }
    }

    // MARK: Changes

    /// The sender of the commits of other processes, which is no context.
    static let remoteSender: UInt64 = 0

    /// Publishes what other processes have committed.
    func publishRemoteChanges() {
        for remote in remoteChanges { remote.publish(in: self) }
    }

    /// Publishes a committed change, and schedules its merge into the main context.
    func publish(_ changes: ContextChanges, from sender: UInt64) {
        self.changes.publish(changes, from: sender)
        scheduleMerge()
    }

    /// Makes every context refresh all of its objects.
    func publishReset() {
        changes.publishReset()
        scheduleMerge()
    }

    private func scheduleMerge() {
        let needsMerge = mainContext.withLock { main in
            guard main.exists, !main.isMergeScheduled else { return false }
            main.isMergeScheduled = true
            return true
        }
        guard needsMerge else { return }
        Task { @MainActor [weak self] in
            let context = self?.mainContext.withLock { main in
                main.isMergeScheduled = false
                return main.context
            }
            context?.processPendingChanges()
        }
    }

    /// Merges later changes into a context on the main actor, until it is deallocated.
    @MainActor func setMainContext(_ context: ModelContext) {
        mainContext.withLock {
            $0.exists = true
            $0.context = context
        }
    }

    /// Unchecked, because only the main actor accesses the context; other threads read the flags.
    private struct MainContext: @unchecked Sendable {
        weak var context: ModelContext?
        var exists = false
        var isMergeScheduled = false
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
import Synchronization

/// Owns the stores of a schema and gives contexts access to them.
///
/// A container may be shared freely. Everything about its schema belongs to it alone: two containers
/// with different versions of a model live side by side in one process.
public class ModelContainer: Equatable, @unchecked Sendable {
    // Unchecked for `configurations`, which is guarded by its mutex; the rest never changes.

    /// The description of the models.
    public let schema: Schema
    /// How stores of older schemas become stores of this one.
    public let migrationPlan: (any SchemaMigrationPlan.Type)?
    /// Where the models are stored.
    public var configurations: Set<ModelConfiguration> {
        get { guardedConfigurations.withLock { $0 } }
        set { guardedConfigurations.withLock { $0 = newValue } }
    }
    private let guardedConfigurations: Mutex<Set<ModelConfiguration>>
    let graph: ModelGraph
    let stores: [Store]
    let changes = ChangeFeed()
    private let storeOfEntity: [Int: Int]
    private let mainContextReference = Mutex<MainContextReference>(MainContextReference())

    /// A store and how a container uses it.
    struct Store: Sendable {
        let store: any ContextStore
        let uniqueCollision: ModelConfiguration.UniqueCollision
        let configurationName: String
    }

    /// Makes a container of model types and the types they refer to.
    public convenience init(
        for forTypes: any PersistentModel.Type...,
        migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: ModelConfiguration...
    ) throws {
        try self.init(
            for: Schema(forTypes),
            migrationPlan: migrationPlan,
            configurations: configurations
        )
    }

    /// Makes a container of a schema.
    public convenience init(
        for givenSchema: Schema,
        migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: ModelConfiguration...
    ) throws {
        try self.init(
            for: givenSchema,
            migrationPlan: migrationPlan,
            configurations: configurations
        )
    }

    /// Makes a container of a schema, opening or making each store.
    ///
    /// Without configurations there is one default store. A configuration without a schema takes the
    /// models that no other names.
    ///
    /// - Throws: `SwiftDataError` when configurations contradict each other or the store's schema can't
    ///   become this one; `StoreError` when a file can't be used.
    public init(
        for givenSchema: Schema,
        migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: [ModelConfiguration]
    ) throws {
        let configurations = configurations.isEmpty ? [ModelConfiguration()] : configurations
        let graph = try ModelGraph(givenSchema)
        let division = try Self.divide(graph, among: configurations)
        schema = givenSchema
        self.migrationPlan = migrationPlan
        self.graph = graph
        guardedConfigurations = Mutex(Set(configurations))
        stores = try zip(configurations, division).map { configuration, entities in
            Store(
                store: try SQLiteStore(
                    configuration,
                    graph: graph,
                    entities: entities,
                    migrationPlan: migrationPlan
                ),
                uniqueCollision: configuration.uniqueCollision,
                configurationName: configuration.name
            )
        }
        var storeOfEntity: [Int: Int] = [:]
        for (index, entities) in division.enumerated() {
            for entity in entities { storeOfEntity[entity] = index }
        }
        self.storeOfEntity = storeOfEntity
    }

    private static func divide(
        _ graph: ModelGraph,
        among configurations: [ModelConfiguration]
    ) throws -> [Set<Int>] {
        var names: Set<String> = []
        for configuration in configurations {
            try configuration.validate()
            let isNew = names.insert("name \(configuration.name)").inserted
            let path = configuration.url.standardizedFileURL.path(percentEncoded: false)
            let isNewFile =
                configuration.isStoredInMemoryOnly || names.insert("url \(path)").inserted
            guard isNew, isNewFile else {
                throw SwiftDataError(
                    .duplicateConfiguration,
                    "two configurations are named '\(configuration.name)' or use \(path)"
                )
            }
        }
        let named = try configurations.map { configuration in
            try (configuration.schema?.entities ?? []).map { entity in
                guard let known = graph.entity(named: entity.name) else {
                    throw SwiftDataError(
                        .configurationSchemaNotFoundInContainerSchema,
                        "'\(configuration.name)' names \(entity.name), which the container doesn't have"
                    )
                }
                return known.index
            }
        }
        let rest = Set(graph.entities.map(\.index)).subtracting(named.joined())
        return zip(configurations, named).map { $0.schema == nil ? rest : Set($1) }
    }

    /// Whether both are the same object.
    public static func == (lhs: ModelContainer, rhs: ModelContainer) -> Bool { lhs === rhs }

    /// The container's context for the main actor; saves by itself after changes.
    @MainActor public var mainContext: ModelContext {
        if let context = mainContextReference.withLock({ $0.context }) { return context }
        let context = ModelContext(self)
        context.isMain = true
        context.autosaveEnabled = true
        mainContextReference.withLock { $0.context = context }
        return context
    }

    func store(of entity: ModelEntity) throws -> Store {
        guard let index = storeOfEntity[entity.index] else {
            throw SwiftDataError.unknownSchema("no configuration stores \(entity.name)")
        }
        return stores[index]
    }

    func store(named identifier: String) -> Store? {
        stores.first { $0.store.identifier == identifier }
    }

    /// Makes a committed change known to the container's other contexts.
    func publish(_ changes: ContextChanges, from sender: UInt64) {
        self.changes.publish(changes, from: sender)
        let hasMainContext = mainContextReference.withLock { reference in
            guard reference.context != nil, !reference.isMergeScheduled else { return false }
            reference.isMergeScheduled = true
            return true
        }
        guard hasMainContext else { return }
        Task { @MainActor [weak self] in
            guard let self else { return }
            mainContextReference.withLock { $0.isMergeScheduled = false }
            mainContext.mergeChanges()
        }
    }

    /// Deletes every model of every store.
    @available(*, deprecated, renamed: "erase")
    public func deleteAllData() { try? erase() }

    /// Deletes every model of every store and their history.
    ///
    /// - Throws: `StoreError` when a store can't be changed.
    public func erase() throws {
        for store in stores { try store.store.erase() }
        changes.publishReset()
    }

    /// The identifier of the store of a configuration; nil for an unknown name.
    public func storeIdentifier(forConfigurationNamed name: String) -> String? {
        stores.first { $0.configurationName == name }?.store.identifier
    }

    /// The name of the configuration of a store; nil for an unknown identifier.
    public func configurationName(forStoreIdentifier identifier: String) -> String? {
        store(named: identifier)?.configurationName
    }
}

/// The main context, once it was asked for.
///
/// Unchecked, because the context is only used on the main actor; others merely see that it exists.
private struct MainContextReference: @unchecked Sendable {
    var context: ModelContext?
    var isMergeScheduled = false
}

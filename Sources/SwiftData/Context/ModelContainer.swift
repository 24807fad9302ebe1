// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
import Synchronization

/// Owns the stores of a schema and gives contexts access to them.
///
/// A container may be shared freely. Everything about its schema belongs to it alone: two containers
/// with different versions of a model live side by side in one process. The stores are closed when the
/// container and all its contexts are gone.
///
/// ```swift
/// let container = try ModelContainer(
///     for: Author.self,
///     Book.self,
///     configurations: ModelConfiguration(url: folder.appending(path: "library.store"))
/// )
/// ```
///
/// ## Topics
///
/// ### Opening stores
///
/// - ``init(for:migrationPlan:configurations:)-(PersistentModel....,_,_)``
/// - ``init(for:migrationPlan:configurations:)-(Schema,_,ModelConfiguration...)``
/// - ``init(for:migrationPlan:configurations:)-(_,_,[ModelConfiguration])``
///
/// ### Contexts
///
/// - ``mainContext``
///
/// ### Schema and stores
///
/// - ``schema``
/// - ``migrationPlan``
/// - ``configurations``
/// - ``storeIdentifier(forConfigurationNamed:)``
/// - ``configurationName(forStoreIdentifier:)``
///
/// ### Erasing
///
/// - ``erase()``
/// - ``deleteAllData()``
///
/// ### Comparing containers
///
/// - ``==(_:_:)``
public class ModelContainer: Equatable, @unchecked Sendable {
    // Unchecked for the main context, which only the main actor touches.

    /// The description of the models.
    public var schema: Schema { coordinator.schema }
    /// How stores of older schemas become stores of this one.
    public var migrationPlan: (any SchemaMigrationPlan.Type)? { coordinator.migrationPlan }
    /// Where the models are stored.
    public var configurations: Set<ModelConfiguration> {
        get { coordinator.configurations.withLock { $0 } }
        set { coordinator.configurations.withLock { $0 = newValue } }
    }
    let coordinator: StoreCoordinator
    private var mainContextHolder: MainContextHolder?

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
        coordinator = try StoreCoordinator(
            givenSchema,
            migrationPlan: migrationPlan,
            configurations: configurations
        )
    }

    /// Stands for the stores of a main context that outlived its container.
    init(continuing mainContext: ModelContext) {
        coordinator = mainContext.coordinator
        mainContextHolder = MainContextHolder(mainContext)
    }

    /// Whether both are the same object.
    public static func == (lhs: ModelContainer, rhs: ModelContainer) -> Bool { lhs === rhs }

    /// The container's context for the main actor; saves by itself after changes.
    @MainActor public var mainContext: ModelContext {
        if let mainContextHolder { return mainContextHolder.context }
        let context = ModelContext(mainOf: self)
        coordinator.setMainContext(context)
        mainContextHolder = MainContextHolder(context)
        return context
    }

    /// Deletes every model of every store.
    @available(*, deprecated, renamed: "erase")
    public func deleteAllData() { try? erase() }

    /// Deletes every model of every store and their history.
    ///
    /// - Throws: `StoreError` when a store can't be changed.
    public func erase() throws {
        for store in coordinator.stores { try store.store.erase() }
        coordinator.changes.publishReset()
    }

    /// The identifier of the store of a configuration; nil for an unknown name.
    public func storeIdentifier(forConfigurationNamed name: String) -> String? {
        coordinator.stores.first { $0.configurationName == name }?.store.identifier
    }

    /// The name of the configuration of a store; nil for an unknown identifier.
    public func configurationName(forStoreIdentifier identifier: String) -> String? {
        coordinator.store(named: identifier)?.configurationName
    }
}

/// A container's hold on its main context, given up on the main actor wherever the container ends.
///
/// The end of a context touches its models, which only the main actor may.
@MainActor
private final class MainContextHolder {
    // Unsafe, because a context is not Sendable; the main actor's context is touched only there.
    nonisolated(unsafe) let context: ModelContext

    nonisolated init(_ context: ModelContext) { self.context = context }

    isolated deinit {}
}

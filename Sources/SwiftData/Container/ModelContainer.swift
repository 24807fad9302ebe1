// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
import Synchronization

/// Owns the stores of a schema, and provides contexts with access to them.
///
/// A container can be used from any thread. It shares no schema with other containers: a process
/// can open two containers with different versions of a model. The stores are closed when the
/// container, its contexts and all of their models are deallocated.
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
/// - ``init(for:configurations:)-(PersistentModel....,_)``
/// - ``init(for:configurations:)-(Schema,_)``
///
/// ### Copying stores
///
/// - ``backUp(to:configuration:)``
///
/// ### Previewing migrations
///
/// - ``migrationPreview(for:migrationPlan:url:)-(Schema,_,_)``
/// - ``migrationPreview(for:migrationPlan:url:)-(PersistentModel....,_,_)``
/// - ``migrationPreviews(for:migrationPlan:configurations:)``
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
    // Unchecked for the main context, which only the main actor accesses.

    /// The schema of the models.
    public var schema: Schema { coordinator.schema }
    /// The plan that migrates stores of older schemas.
    public var migrationPlan: (any SchemaMigrationPlan.Type)? { coordinator.migrationPlan }
    /// The configurations of the stores.
    public var configurations: Set<ModelConfiguration> {
        get { coordinator.configurations.withLock { $0 } }
        set { coordinator.configurations.withLock { $0 = newValue } }
    }
    let coordinator: StoreCoordinator
    /// An object of another module that belongs to the container.
    let companion = Mutex<(any AnyObject & Sendable)?>(nil)
    private var mainContextHolder: MainContextHolder?

    /// Creates a container for model types and the types that they refer to.
    ///
    /// - Parameters:
    ///   - forTypes: The model types; the types that they refer to are included.
    ///   - migrationPlan: The plan that migrates stores of older schemas; `nil` permits inferred
    ///     migrations only.
    ///   - configurations: The configurations of the stores; without any, there is one default
    ///     store.
    /// - Throws: The errors of
    ///   ``init(for:migrationPlan:configurations:)-(_,_,[ModelConfiguration])``.
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

    /// Creates a container for a schema.
    ///
    /// - Parameters:
    ///   - givenSchema: The schema of the models.
    ///   - migrationPlan: The plan that migrates stores of older schemas; `nil` permits inferred
    ///     migrations only.
    ///   - configurations: The configurations of the stores; without any, there is one default
    ///     store.
    /// - Throws: The errors of
    ///   ``init(for:migrationPlan:configurations:)-(_,_,[ModelConfiguration])``.
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

    /// Creates a container for a schema, and opens or creates each store.
    ///
    /// Without configurations, the container has one default store. A configuration without a
    /// schema stores the models that no other configuration includes.
    ///
    /// - Parameters:
    ///   - givenSchema: The schema of the models.
    ///   - migrationPlan: The plan that migrates stores of older schemas; `nil` permits inferred
    ///     migrations only.
    ///   - configurations: The configurations of the stores; without any, there is one default
    ///     store.
    /// - Throws: `SwiftDataError` if configurations contradict each other or a store cannot be
    ///   migrated to the schema; `StoreError` if a file cannot be used, or if this version of the
    ///   package does not support the version of Swift with which the program was built.
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

    /// Creates a container for model types, and opens the store of each configuration.
    ///
    /// - Parameters:
    ///   - forTypes: The model types; the types that they refer to are included.
    ///   - configurations: The configurations of the stores, which can be of different types.
    /// - Throws: The errors of ``init(for:configurations:)-(Schema,_)``.
    public convenience init(
        for forTypes: any PersistentModel.Type...,
        configurations: any DataStoreConfiguration...
    ) throws {
        try self.init(for: Schema(forTypes), configurations: configurations)
    }

    /// Creates a container for a schema, and opens the store of each configuration.
    ///
    /// The stores can be of different types. A configuration without a schema stores the models
    /// that no other configuration includes.
    ///
    /// - Parameters:
    ///   - givenSchema: The schema of the models.
    ///   - configurations: The configurations of the stores, which can be of different types.
    /// - Throws: `SwiftDataError` if configurations contradict each other; `StoreError` if this
    ///   version of the package does not support the version of Swift with which the program was
    ///   built; the errors of the stores.
    public init(
        for givenSchema: Schema,
        configurations: [any DataStoreConfiguration]
    ) throws {
        coordinator = try StoreCoordinator(
            givenSchema,
            migrationPlan: nil,
            configurations: configurations
        )
    }

    /// Creates a container for the stores of a main context that outlived its container.
    init(continuing mainContext: ModelContext) {
        coordinator = mainContext.coordinator
        mainContextHolder = MainContextHolder(mainContext)
    }

    /// Creates a container with the stores of another one, which it does not retain.
    package init(sharingStoresOf other: ModelContainer) { coordinator = other.coordinator }

    /// Returns whether both are the same object.
    public static func == (lhs: ModelContainer, rhs: ModelContainer) -> Bool { lhs === rhs }

    /// The container's context for the main actor; autosave is enabled initially.
    @MainActor public var mainContext: ModelContext {
        if let mainContextHolder { return mainContextHolder.context }
        let context = ModelContext(mainOf: self)
        coordinator.setMainContext(context)
        mainContextHolder = MainContextHolder(context)
        return context
    }

    /// Deletes every model of every store; use ``erase()``, which reports errors, instead.
    public func deleteAllData() { try? erase() }

    /// Deletes every model and the history of every store.
    ///
    /// - Throws: `StoreError` if a store cannot be changed.
    public func erase() throws {
        for store in coordinator.stores { try store.store.erase() }
        coordinator.changes.publishReset()
    }

    /// Returns the identifier of the store of a configuration; nil for an unknown name.
    public func storeIdentifier(forConfigurationNamed name: String) -> String? {
        coordinator.stores.first { $0.configurationName == name }?.store.identifier
    }

    /// Returns the name of the configuration of a store; nil for an unknown identifier.
    public func configurationName(forStoreIdentifier identifier: String) -> String? {
        coordinator.store(named: identifier)?.configurationName
    }
}

/// Retains the main context of a container, and releases it on the main actor.
///
/// Deallocating a context accesses its models, which only the main actor may do.
@MainActor
private final class MainContextHolder {
    // Unsafe, because a context is not Sendable; only the main actor accesses this one.
    nonisolated(unsafe) let context: ModelContext

    nonisolated init(_ context: ModelContext) { self.context = context }

    isolated deinit {}
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation
internal import OrderedCollections

/// Where models are made, found, changed and saved.
///
/// A context belongs to one isolation domain, like its models. It holds one object for each row, holds
/// on to what isn't saved, and takes over what other contexts of its container save whenever it is
/// used.
///
/// ```swift
/// let context = ModelContext(container)
/// let author = Author(name: "John Keats")
/// context.insert(author)
/// try context.save()
///
/// author.born = 1795
/// context.delete(author)
/// try context.save()
/// ```
///
/// ## Topics
///
/// ### Creating a context
///
/// - ``init(_:)``
/// - ``container``
/// - ``author``
/// - ``editingState``
///
/// ### Inserting and deleting
///
/// - ``insert(_:)``
/// - ``delete(_:)``
/// - ``delete(model:where:includeSubclasses:)``
///
/// ### Fetching
///
/// - ``fetch(_:)``
/// - ``fetchCount(_:)``
/// - ``fetchIdentifiers(_:)``
/// - ``fetch(_:batchSize:)``
/// - ``fetchIdentifiers(_:batchSize:)``
/// - ``enumerate(_:batchSize:allowEscapingMutations:block:)``
/// - ``search(_:)``
///
/// ### Finding models by identifier
///
/// - ``model(for:)``
/// - ``registeredModel(for:)``
///
/// ### Saving
///
/// - ``save()``
/// - ``transaction(block:)``
/// - ``autosaveEnabled``
/// - ``rollback()``
/// - ``willSave``
/// - ``didSave``
/// - ``NotificationKey``
///
/// ### Pending changes
///
/// - ``hasChanges``
/// - ``insertedModelsArray``
/// - ``changedModelsArray``
/// - ``deletedModelsArray``
/// - ``processPendingChanges()``
///
/// ### History
///
/// - ``fetchHistory(_:)``
/// - ``deleteHistory(_:)``
///
/// ### Comparing contexts
///
/// - ``==(_:_:)``
public class ModelContext: Equatable, SendableMetatype {
    /// The container whose models the context handles.
    public var container: ModelContainer {
        if let container = heldContainer ?? mainContainer { return container }
        let container = ModelContainer(continuing: self)
        mainContainer = container
        return container
    }
    /// Recorded with each transaction that the context saves.
    public var author: String? {
        get { editingState.author }
        set { editingState.author = newValue }
    }
    /// Names the context to stores.
    public var editingState = EditingState()
    /// Whether changes are saved without a call to `save()`; at first true for the main context only.
    ///
    /// The main context saves soon after a change, the context of a `ModelActor` when the job that
    /// changed it ends. Nothing tells when another context can be saved without disturbing whoever uses
    /// it; call `save()` there. A save that fails keeps the changes, and `save()` throws the reason.
    public var autosaveEnabled: Bool {
        get { autosaveScheduler.isEnabled }
        set {
            autosaveScheduler.isEnabled = newValue
            if hasChanges { autosaveScheduler.schedule() }
        }
    }

    /// Whether `willSave` and `didSave` are posted, which costs a sixth of a small save.
    package var announcesSaves = true
    /// Ends what the context reads, which then throws `StoreError` with the code `.interrupted`.
    ///
    /// What models load when their properties are read isn't ended, because that can't throw, nor is what
    /// is read in a transaction.
    package var readInterruption: ReadInterruption? {
        get { graph.stores.interruption }
        set { graph.stores.interruption = newValue }
    }

    let graph: ObjectGraph
    /// The open commit group, if any.
    var group: CommitGroup?
    /// The last transaction that a save of this context recorded.
    package internal(set) var lastTransaction: Int64?
    var coordinator: StoreCoordinator { graph.stores.coordinator }
    /// The container of any context but the main one, which its container holds.
    private let heldContainer: ModelContainer?
    private weak var mainContainer: ModelContainer?
    private let autosaveScheduler: AutosaveScheduler

    /// Makes a context; the one for the main actor is `ModelContainer.mainContext`.
    public convenience init(_ container: ModelContainer) {
        self.init(container.coordinator, heldContainer: container)
    }

    /// Makes the context for the main actor.
    convenience init(mainOf container: ModelContainer) {
        self.init(container.coordinator, heldContainer: nil)
        mainContainer = container
        autosaveEnabled = true
    }

    private init(_ coordinator: StoreCoordinator, heldContainer: ModelContainer?) {
        self.heldContainer = heldContainer
        autosaveScheduler = AutosaveScheduler(isMain: heldContainer == nil)
        graph = ObjectGraph(coordinator, autosaveScheduler)
        graph.objects.attach(to: self)
        autosaveScheduler.attach(to: self)
    }

    deinit { graph.objects.releaseCycles() }

    /// Whether both are the same object.
    public static func == (lhs: ModelContext, rhs: ModelContext) -> Bool { lhs === rhs }

    /// Whether there is anything to save.
    public var hasChanges: Bool { !graph.changes.pending.isEmpty }
    /// The models that the next save adds.
    public var insertedModelsArray: [any PersistentModel] {
        Array(graph.changes.pending.inserted.values)
    }
    /// The stored models that the next save changes.
    public var changedModelsArray: [any PersistentModel] {
        Array(graph.changes.pending.changed.values)
    }
    /// The models that the next save deletes.
    public var deletedModelsArray: [any PersistentModel] {
        Array(graph.changes.pending.deleted.values)
    }

    // MARK: Making and deleting

    /// Adds a model, and every model it refers to, to what the next save stores.
    ///
    /// Takes back a deletion that isn't saved, with all that delete rules did. A model whose deletion is
    /// saved becomes a new one. Does nothing for a model that is in a context. A model whose type the
    /// container doesn't store stays out of the context, and the next save throws the reason.
    public func insert<T>(_ model: T) where T: PersistentModel {
        switch model._$model.lifecycle {
        case .deleted where model._$model.context === self: graph.deleteRules.restore(model)
        case .invalidated: graph.deleteRules.reinsert(model)
        default: graph.relationships.insertGraph(from: model)
        }
    }

    /// Deletes a model with the next save, applying the delete rules of its relationships now.
    ///
    /// A model that was never saved is merely taken out of the context.
    public func delete<T>(_ model: T) where T: PersistentModel {
        guard model._$model.context === self else { return }
        graph.deleteRules.delete([model])
    }

    /// Deletes all matching models of a type with the next save.
    ///
    /// - Throws: What `fetch` throws for the predicate.
    public func delete<T>(
        model: T.Type,
        where predicate: Predicate<T>? = nil,
        includeSubclasses: Bool = true
    ) throws where T: PersistentModel {
        graph.deleteRules.delete(try fetch(FetchDescriptor<T>(predicate: predicate)))
    }

    // MARK: Finding

    /// The model with an identifier: the object the context holds, or one whose values are loaded when
    /// they are first read.
    ///
    /// An identifier that no model of the container can have gives a model without values and context
    /// that has this identifier.
    public func model(for persistentModelID: PersistentIdentifier) -> any PersistentModel {
        let model = objectOrFault(for: persistentModelID)
        guard let entity = graph.stores.schema.entity(named: persistentModelID.entityName),
            !graph.objects.makeReadable(model, entity)
        else { return model }
        let unknown = UnknownModel()
        unknown._$model.becomePlaceholder(for: persistentModelID)
        return unknown
    }

    /// The object the context holds, or one whose values are loaded, with those of others, when they are
    /// first read.
    func objectOrFault(for persistentModelID: PersistentIdentifier) -> any PersistentModel {
        if let model = registered(persistentModelID) { return model }
        let entity = graph.stores.schema.entity(named: persistentModelID.entityName)
        guard let entity, let key = persistentModelID.integerKey,
            isStored(persistentModelID, as: entity)
        else {
            let model: any PersistentModel = entity?.makeModel() ?? UnknownModel()
            model._$model.becomePlaceholder(for: persistentModelID)
            return model
        }
        return graph.objects.objectOrFault(entity, key: key)
    }

    /// The model with an identifier if the context holds it; nil otherwise.
    public func registeredModel<T>(for persistentModelID: PersistentIdentifier) -> T?
    where T: PersistentModel { registered(persistentModelID) as? T }

    private func registered(_ identifier: PersistentIdentifier) -> (any PersistentModel)? {
        guard let entity = graph.stores.schema.entity(named: identifier.entityName) else {
            return nil
        }
        guard let key = identifier.integerKey else {
            return graph.changes.pending.inserted.values.first {
                $0._$model.temporaryIdentifier == identifier
            }
        }
        guard isStored(identifier, as: entity) else { return nil }
        return graph.objects.object(entity, key)
    }

    private func isStored(_ identifier: PersistentIdentifier, as entity: EntityDescription) -> Bool
    {
        (try? graph.stores.store(of: entity))?.identifier == identifier.storeIdentifier
    }

    // MARK: Saving

    /// Runs a block and saves what it changed.
    ///
    /// - Throws: What the block throws, without saving; or what `save()` throws.
    public func transaction(block: () throws -> Void) throws {
        try block()
        try save()
    }

    /// Forgets all changes since the last save.
    ///
    /// New models leave the context; changed and deleted ones have their saved values again.
    public func rollback() {
        let undone = graph.changes.takePending()
        for model in undone.inserted.values { graph.objects.detach(model) }
        for model in undone.changed.values { graph.objects.unload(model) }
        for model in undone.deleted.values {
            model._$model.lifecycle = .stored
            graph.objects.unload(model)
        }
    }

    /// Merges what other contexts saved, without saving.
    public func processPendingChanges() { graph.merger.mergeChanges() }

    /// Saves if autosave is on; called in the isolation domain of the context.
    func autosave() {
        guard autosaveScheduler.begin() else { return }
        // A failed save keeps the changes; the next explicit save throws the reason.
        try? save()
    }
}

@available(*, unavailable, message: "contexts cannot be shared across concurrency contexts")
extension ModelContext: @unchecked Sendable {}

/// Names a context to stores.
public struct EditingState: Identifiable, Sendable {
    /// Unique to the context.
    public let id = UUID.random()
    /// Recorded with each transaction.
    public var author: String?
}

/// A placeholder for a model whose entity isn't in the schema, or whose attributes have no values.
final class UnknownModel: PersistentModel {
    let _$model = _ModelState()
    var persistentBackingData: any BackingData<UnknownModel> {
        get { _$model.backingData(of: self) }
        set {}
    }
    static var schemaMetadata: [Schema.PropertyMetadata] { [] }

    init() { _$model.lifecycle = .invalidated }
    init(backingData: any BackingData<UnknownModel>) { _$model.lifecycle = .invalidated }
    func _$decode(_ row: borrowing _RowDecoder) throws {}
    func _$encode(_ row: inout _RowEncoder) throws {}
}

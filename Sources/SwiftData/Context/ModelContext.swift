// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

/// Inserts, fetches, changes, deletes and saves models.
///
/// A context belongs to one isolation domain, like its models. It has one object for each row,
/// retains models with unsaved changes, and merges the saves of its container's other contexts
/// whenever it is used.
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
/// ### Relationships
///
/// - ``fetchCount(_:of:where:)-(KeyPath<Source,[Target]>,_,_)``
/// - ``fetchCount(_:of:where:)-(KeyPath<Source,[Target]?>,_,_)``
/// - ``append(_:to:of:)-(_,KeyPath<Source,[Target]>,_)``
/// - ``append(_:to:of:)-(_,KeyPath<Source,[Target]?>,_)``
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
/// ### Computing aggregates
///
/// - ``fetchAggregate(_:)``
/// - ``fetchGroups(_:)``
///
/// ### Examining fetches
///
/// - ``explain(_:)-(FetchDescriptor<T>)``
/// - ``explain(_:)-(AggregateDescriptor<T,Value>)``
/// - ``explain(_:)-(GroupedAggregateDescriptor<T,Key,Value>)``
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
/// ### Undo
///
/// - ``undoManager``
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
    /// The container of the context's models.
    public var container: ModelContainer {
        if let container = retainedContainer ?? mainContainer { return container }
        let container = ModelContainer(continuing: self)
        mainContainer = container
        return container
    }
    /// The author recorded in each history transaction of the context.
    public var author: String? {
        get { editingState.author }
        set { editingState.author = newValue }
    }
    /// The identity of the context for stores.
    public var editingState: EditingState {
        get { graph.stores.client.editingState }
        set { graph.stores.client.editingState = newValue }
    }
    /// Whether changes are saved without a call to ``save()``; initially true for the main context
    /// only.
    ///
    /// The main context, and any other context that is changed on the main actor, saves soon after
    /// a change; the context of a ``ModelActor`` saves at the end of the job that changed it. A
    /// context that is used elsewhere does not save by itself, because no point in time is known to
    /// be safe for a save; call ``save()``. After a failed save, the changes remain
    /// pending, and ``save()`` throws the error.
    public var autosaveEnabled: Bool {
        get { autosaveScheduler.isEnabled }
        set {
            autosaveScheduler.isEnabled = newValue
            if hasChanges { autosaveScheduler.schedule() }
        }
    }

    /// Whether ``willSave`` and ``didSave`` are posted; small saves are faster without them.
    package var postsSaveNotifications = true
    /// Whether saves leave the indexing of a few short strings to a later commit (decision 0100).
    ///
    /// Searches find all strings nevertheless, because they index the missing ones first. Only if
    /// the process is killed and the store is then opened read-only, searches may miss the last
    /// strings.
    package var defersIndexing: Bool {
        get { graph.stores.client.defersIndexing }
        set { graph.stores.client.defersIndexing = newValue }
    }
    /// Cancels reads of the context, which then throw `StoreError` with the code `.interrupted`.
    ///
    /// Property reads are not cancelled, because they cannot throw; neither are reads in a
    /// transaction.
    package var readInterruption: ReadInterruption? {
        get { graph.stores.client.interruption }
        set { graph.stores.client.interruption = newValue }
    }

    let graph: ObjectGraph
    /// The open commit group, if any.
    var group: CommitGroup?
    /// The number of the last history transaction of this context.
    package internal(set) var lastTransaction: Int64?
    var coordinator: StoreCoordinator { graph.stores.coordinator }
    /// The container; nil in the main context, which its container retains.
    private let retainedContainer: ModelContainer?
    /// Whether the context is its container's main context, which only the main actor may use.
    var isMain: Bool { retainedContainer == nil }
    private weak var mainContainer: ModelContainer?
    let autosaveScheduler: AutosaveScheduler

    /// Creates a context; for the main actor, use ``ModelContainer/mainContext``.
    public convenience init(_ container: ModelContainer) {
        self.init(container.coordinator, retainedContainer: container)
    }

    /// Creates the context for the main actor.
    convenience init(mainOf container: ModelContainer) {
        self.init(container.coordinator, retainedContainer: nil)
        mainContainer = container
        autosaveEnabled = true
    }

    private init(_ coordinator: StoreCoordinator, retainedContainer: ModelContainer?) {
        self.retainedContainer = retainedContainer
        autosaveScheduler = AutosaveScheduler(isMain: retainedContainer == nil)
        graph = ObjectGraph(coordinator, autosave: autosaveScheduler)
        graph.attach(to: self)
        autosaveScheduler.attach(to: self)
    }

    deinit { graph.release() }

    /// Returns whether both are the same object.
    public static func == (lhs: ModelContext, rhs: ModelContext) -> Bool { lhs === rhs }

    /// Whether the context has unsaved changes.
    public var hasChanges: Bool { !graph.changes.pending.isEmpty }
    /// The models that the next save inserts.
    public var insertedModelsArray: [any PersistentModel] {
        Array(graph.changes.pending.inserted.values)
    }
    /// The stored models that the next save updates.
    public var changedModelsArray: [any PersistentModel] {
        Array(graph.changes.pending.changed.values)
    }
    /// The models that the next save deletes.
    public var deletedModelsArray: [any PersistentModel] {
        graph.objects.registerDeletedRows()
        return Array(graph.changes.pending.deleted.values)
    }

    // MARK: Inserting and deleting

    /// Inserts a model and every model that it refers to; the next save stores them.
    ///
    /// Undoes an unsaved deletion, including the effects of its delete rules. A reference to a
    /// model that is still deleted becomes nil; if that model was deleted by itself, its insertion
    /// returns the reference. After a saved deletion, the model is inserted as a new one. Has no
    /// effect on a model that is already in a context. If the container does not store the model's
    /// type, the model is not inserted, and the next save throws the error.
    public func insert<T>(_ model: T) where T: PersistentModel {
        switch model._$model.lifecycle {
        case .deleted where model._$model.context === self: graph.restorer.restore(model)
        case .detached where graph.changes.pending.deletions[ObjectIdentifier(model)] != nil:
            graph.restorer.restore(model)
        case .invalidated: graph.restorer.reinsert(model)
        default: graph.relationships.insertGraph(from: model)
        }
    }

    /// Deletes a model with the next save, and applies the delete rules of its relationships now.
    ///
    /// A model that was never saved is removed from the context.
    ///
    /// A fault is loaded, so that it keeps its values after the save. The models to which the
    /// deletion cascades are not loaded if nothing depends on them: no other model, no value that
    /// the history preserves, and no undo manager.
    ///
    /// - Complexity: O(*n*) for *n* deleted models and models that refer to them.
    public func delete<T>(_ model: T) where T: PersistentModel {
        guard model._$model.context === self else { return }
        // After the save, the row of a fault no longer exists.
        graph.objects.loadIfFault(model)
        graph.deleteRules.delete([model])
    }

    /// Deletes all matching models of a type with the next save.
    ///
    /// The models are loaded only if they have relationships, belong to a class hierarchy, or have
    /// an attribute of a type that may have no placeholder.
    ///
    /// - Parameters:
    ///   - model: The type of the models.
    ///   - predicate: The condition that the models satisfy; nil for all models.
    ///   - includeSubclasses: Whether models of subclasses are deleted as well.
    /// - Throws: The errors of ``fetch(_:)``.
    public func delete<T>(
        model: T.Type,
        where predicate: Predicate<T>? = nil,
        includeSubclasses: Bool = true
    ) throws where T: PersistentModel {
        let descriptor = FetchDescriptor<T>(predicate: predicate)
        let entity = try graph.stores.schema.entity(for: T.self)
        let models: [any PersistentModel]
        if entity.relationshipIndexes.isEmpty, !entity.mayLackPlaceholders, !entity.isHierarchy {
            // As faults, because no delete rule reads their rows.
            models = try graph.fetcher.objects(
                graph.query(descriptor)
            )
        } else {
            models = try fetch(descriptor).filter { includeSubclasses || type(of: $0) == T.self }
        }
        graph.deleteRules.delete(models)
    }

    // MARK: Saving

    /// Runs a block and saves its changes, or none of them.
    ///
    /// If the block or the save throws, all unsaved changes of the context are discarded, including
    /// changes from before the block, as by ``rollback()``.
    ///
    /// - Throws: The errors of the block, without saving, and of ``save()``.
    public func transaction(block: () throws -> Void) throws {
        do {
            try block()
            try save()
        } catch {
            rollback()
            throw error
        }
    }

    /// Discards all changes since the last save.
    ///
    /// New models are removed from the context; changed and deleted models return to their saved
    /// values. The undo manager loses all actions of the context.
    public func rollback() {
        graph.changes.recorder?.discardAll()
        let undone = graph.changes.takePending()
        for model in undone.inserted.values { graph.objects.detach(model) }
        DetachedGraph.connect(undone.inserted.values)
        for model in undone.deleted.values { model._$model.lifecycle = .stored }
        let stored = Array(undone.changed.values) + Array(undone.deleted.values)
        for model in stored { graph.objects.unload(model) }
        graph.merger.refreshKeptValues(of: stored)
        graph.merger.unloadRelationships(afterRestoring: Array(undone.deletions.values))
        graph.changes.observers.settle()
    }

    /// Merges the saves of other contexts, ends the group of the undo manager that was not begun
    /// explicitly, and updates the observers of results, without saving.
    public func processPendingChanges() {
        graph.merger.mergeChanges()
        graph.changes.recorder?.endGroup()
        graph.changes.observers.settle()
    }
}

@available(*, unavailable, message: "contexts cannot be shared across concurrency contexts")
extension ModelContext: @unchecked Sendable {}

extension ModelContext: CustomDebugStringConvertible {
    /// The numbers of models with unsaved changes, for debugging.
    public var debugDescription: String {
        let pending = graph.changes.pending
        return "ModelContext - inserted: \(insertedModelsArray.count), "
            + "changed: \(pending.changed.count), "
            + "deleted: \(pending.deleted.count + pending.deletedRows.count)"
    }
}

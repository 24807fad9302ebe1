// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Records the changes of a context in steps, and registers each step with an undo manager.
final class UndoRecorder: ChangeRecorder {
    let undoManager: UndoManager
    private weak var context: ModelContext?
    private let contextIdentity: ObjectIdentifier
    /// The step that records changes, and the state of the undo manager after its registration.
    private var current: (step: UndoStep, checkpoint: Int)?
    /// The steps since the last save.
    private var unsavedSteps = UnsavedSteps()
    /// The rows that the save in progress replaces.
    private var replacedRows: [ReplacedRow] = []

    init(_ undoManager: UndoManager, of context: ModelContext) {
        self.undoManager = undoManager
        self.context = context
        contextIdentity = ObjectIdentifier(context)
    }

    // MARK: Steps

    /// The step that records a change; nil if the change is not registered.
    ///
    /// A step ends when another action is registered or a group begins or ends, so that everything
    /// is undone in the reverse order.
    private var step: UndoStep? {
        guard undoManager.isUndoRegistrationEnabled else { return nil }
        if let current, current.checkpoint == undoManager.checkpoint { return current.step }
        guard let context else { return nil }
        let step = UndoStep()
        undoManager.registerUndo(withTarget: context) { context in
            (context.graph.changes.recorder as? UndoRecorder)?.restore(step, in: context.graph)
        }
        current = (step, undoManager.checkpoint)
        unsavedSteps.append(step)
        return step
    }

    /// Restores the state before a step.
    private func restore(_ former: UndoStep, in graph: ObjectGraph) {
        // A step that changes nothing has an opposite, too, so that undo and redo stay symmetric.
        _ = step
        StepRestorer(former, in: graph).run()
    }

    func endGroup() { undoManager.endEvent() }

    func discardAll() {
        undoManager.removeAllActions(of: contextIdentity)
        current = nil
        unsavedSteps = UnsavedSteps()
        replacedRows = []
    }

    // MARK: Changes

    func willChange(_ property: PropertyDescription, of model: any PersistentModel) {
        let state = model._$model
        guard state.lifecycle == .stored || state.lifecycle == .inserted, let graph = state.graph,
            let entity = state.entity, let step
        else { return }
        recordDeletedTarget(of: model, by: property, in: graph)
        recordOrder(around: model, by: property, in: graph)
        guard !step.covers(property, of: model) else { return }
        if property.destination == nil {
            if state.lifecycle == .stored, !property.access.isLoaded(model) {
                graph.objects.loadAttribute(at: property.index, of: model)
            }
            // Loading removes a model from the context if it has no row any more. A value that
            // cannot be read is not restored.
            guard state.lifecycle != .invalidated,
                !property.policy.isStored || property.access.isLoaded(model)
            else { return }
            step.update(model) { $0.record(property, from: model) }
        } else if property.isToMany {
            loadOrder(of: model, by: property, in: graph)
            step.update(model) { $0.record(property, from: model) }
        } else if property.ownsForeignKey(in: entity) {
            graph.objects.loadIfFault(model)
            guard let target = FormerState.Target(of: model, property: property) else { return }
            step.update(model) { $0.record(property, target: target) }
        }
    }

    func willChange(_ pair: PendingLinks.Pair, inTable table: Int, isLinked: Bool) {
        guard let graph = context?.graph, let step else { return }
        let join = graph.stores.layout.joinTables[table]
        if isLinked {
            let property = graph.stores.schema.entities[join.left.entity]
                .properties[join.left.property]
            if join.isLeftOrdered { willChange(property, of: pair.left) }
            if join.isRightOrdered, let inverse = property.inverseProperty {
                willChange(inverse, of: pair.right)
            }
        }
        if isLinked, join.isOneWay, pair.right._$model.lifecycle == .deleted {
            let entity = graph.stores.schema.entities[join.left.entity]
            let property = entity.properties[join.left.property]
            record(.init(owner: pair.left, property: property, target: pair.right), in: graph)
        }
        // Deleting a new model ends its relationships, except references without an inverse.
        guard !step.wasAbsent(pair.left), !step.wasAbsent(pair.right) || join.isOneWay else {
            return
        }
        step.record(UndoStep.Link(table: table, pair: pair), wasLinked: isLinked)
    }

    /// Records the order of the relationship at the other end of a foreign key, before it changes.
    private func recordOrder(
        around model: any PersistentModel,
        by property: PropertyDescription,
        in graph: ObjectGraph
    ) {
        guard let inverse = property.inverseProperty, inverse.isOrdered, !property.isToMany,
            let destination = property.destination
        else { return }
        graph.objects.loadIfFault(model)
        let owner =
            property.reference?.target(model)
            ?? property.reference?.targetKey(model).map {
                graph.objects.objectOrFault(destination, key: $0)
            }
        if let owner { willChange(inverse, of: owner) }
    }

    /// Loads an ordered relationship, because the store may lose its order with a change.
    private func loadOrder(
        of model: any PersistentModel,
        by property: PropertyDescription,
        in graph: ObjectGraph
    ) {
        guard property.isOrdered, !property.access.isLoaded(model) else { return }
        let targets = graph.relationshipLoader.related(to: model, at: property.index)
        property.relation?.setTargets(targets, of: model)
    }

    /// Records a reference without an inverse, which remains until the deletion is saved.
    private func recordDeletedTarget(
        of model: any PersistentModel,
        by property: PropertyDescription,
        in graph: ObjectGraph
    ) {
        guard property.inverse == nil, let target = property.reference?.target(model),
            target._$model.lifecycle == .deleted
        else { return }
        record(.init(owner: model, property: property, target: target), in: graph)
    }

    func didInsert(_ model: any PersistentModel) { step?.update(model) { $0.record(.absent) } }

    func willDelete(
        _ model: any PersistentModel,
        related: [(PropertyDescription, [any PersistentModel])]
    ) {
        let state = model._$model
        guard let graph = state.graph, let entity = state.entity, let step, !step.wasAbsent(model)
        else { return }
        for (property, targets) in related {
            guard let inverse = property.inverseProperty, inverse.isOrdered else { continue }
            for target in targets { willChange(inverse, of: target) }
        }
        step.update(model) { former in
            former.record(.present(key: state.key))
            for (property, targets) in related {
                if property.isToMany {
                    if property.access.isLoaded(model) { former.record(property, from: model) }
                } else if property.ownsForeignKey(in: entity) {
                    // The row of a fault need not be loaded if a delete rule has read the target.
                    let target = FormerState.Target(of: model, property: property)
                    if let target = target ?? targets.first.map({ .model($0) }) {
                        former.record(property, target: target)
                    }
                }
            }
        }
        for (property, targets) in related where property.isToMany {
            if property.isOrdered, !property.access.isLoaded(model) {
                property.relation?.setTargets(targets, of: model)
                step.update(model) { $0.record(property, from: model) }
            }
            recordLinks(of: model, by: property, to: targets, in: graph)
        }
    }

    /// Records the pairs of a deleted model, which the store deletes with its row.
    private func recordLinks(
        of model: any PersistentModel,
        by property: PropertyDescription,
        to targets: [any PersistentModel],
        in graph: ObjectGraph
    ) {
        var targets = targets
        if property.relationship?.deleteRule == .noAction, !property.access.isLoaded(model) {
            targets = graph.relationshipLoader.related(to: model, at: property.index)
        }
        for target in targets {
            guard let link = graph.relationships.pair(model, by: property, target: target) else {
                return
            }
            willChange(link.pair, inTable: link.table, isLinked: true)
        }
    }

    // MARK: Saves

    func willSave(_ pending: PendingChanges, clearing references: [OneWayReference]) throws {
        replacedRows = []
        guard let graph = context?.graph else { return }
        for reference in references { record(reference, in: graph) }
        let deleted = Dictionary(
            grouping: pending.deleted.values.filter { $0._$model.entity != nil }
        ) { $0._$model.entity?.index ?? 0 }
        for (index, models) in deleted {
            let entity = graph.stores.schema.entities[index]
            try loadValues(of: models, in: entity, graph: graph)
            for referrer in try OneWayReferences(graph).references(to: models, in: entity) {
                record(referrer, in: graph)
            }
        }
    }

    /// Loads the values of deleted models, because the save removes them from the store.
    private func loadValues(
        of models: [any PersistentModel],
        in entity: EntityDescription,
        graph: ObjectGraph
    ) throws {
        let incomplete = models.filter { $0._$model.isFault || $0._$model.isPartial }
        if !incomplete.isEmpty {
            try graph.objects.refresh(entity, keys: incomplete.map(\._$model.key))
        }
        for model in models {
            for property in entity.properties(of: model)
            where property.relationship == nil && property.policy.isStored {
                guard !property.access.isLoaded(model) else { continue }
                graph.objects.loadAttribute(at: property.index, of: model)
            }
        }
    }

    /// Records a reference to a deleted model in the steps that deleted it.
    private func record(_ reference: OneWayReference, in graph: ObjectGraph) {
        for step in unsavedSteps.all {
            guard case .present? = step.states[ObjectIdentifier(reference.target)]?.presence,
                !step.wasAbsent(reference.owner)
            else { continue }
            if reference.property.isToMany {
                guard
                    let link = graph.relationships.pair(
                        reference.owner,
                        by: reference.property,
                        target: reference.target
                    )
                else { continue }
                step.record(UndoStep.Link(table: link.table, pair: link.pair), wasLinked: true)
            } else {
                step.update(reference.owner) {
                    $0.record(reference.property, target: .model(reference.target))
                }
            }
        }
    }

    func willReplaceRows(of upserts: [UpsertResolver.Upsert]) throws {
        guard let graph = context?.graph else { return }
        for upsert in upserts {
            replacedRows.append(try ReplacedRow(of: upsert, in: graph))
        }
    }

    func didSave() {
        let rows = replacedRows
        let steps = unsavedSteps.all
        replacedRows = []
        guard let graph = context?.graph else { return }
        for row in rows where row.isReplaced {
            let insertions = steps.filter { $0.wasAbsent(row.replacement) }
            for step in insertions { step.update(row.replacement) { $0.forgetAbsence() } }
            // With the insertion, which later steps are restored before.
            guard let step = insertions.first,
                let model = graph.objects.object(row.entity, key: row.key)
            else { continue }
            row.record(of: model, in: step)
        }
        unsavedSteps = UnsavedSteps()
    }
}

/// The steps since the last save that the undo manager still retains: it limits their number, and
/// may remove them.
private struct UnsavedSteps {
    private struct Element {
        weak var step: UndoStep?
    }

    private var elements: [Element] = []
    /// The number of elements at which elements without a step are removed.
    private var limit = 64

    /// The steps, oldest first.
    var all: [UndoStep] { elements.compactMap(\.step) }

    /// Adds a step.
    ///
    /// - Complexity: O(1), amortized.
    mutating func append(_ step: UndoStep) {
        if elements.count >= limit {
            elements.removeAll { $0.step == nil }
            limit = max(64, 2 * elements.count)
        }
        elements.append(Element(step: step))
    }
}

extension FormerState.Target {
    /// Creates the current target of a foreign key in memory; nil if its row is not loaded.
    init?(of model: any PersistentModel, property: PropertyDescription) {
        if let targets = property.relation?.targets(model) {
            self = .model(targets.first)
        } else if let key = property.reference?.targetKey(model) {
            self = .key(key)
        } else {
            return nil
        }
    }
}

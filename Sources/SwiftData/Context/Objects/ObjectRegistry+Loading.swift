// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension ObjectRegistry {
    /// Loads the row of a model, together with other faults of its entity.
    ///
    /// A model without a row is invalidated.
    func load(_ model: any PersistentModel) {
        guard let entity = model._$model.entity else { return }
        let key = model._$model.key
        let keys = faults[entity.index, default: FaultQueue()].batch(including: key)
        let batch = keys.filter { candidate in
            candidate == key || object(entity, key: candidate)?._$model.isFault == true
        }
        do {
            var isFound = false
            try refresh(entity, keys: batch) { if $0 == key { isFound = true } }
            if !isFound, model._$model.lifecycle == .stored { invalidate(model) }
        } catch {
            // The model stays a fault, so that the next read retries.
            changes.noteReadFailure(error)
            for key in batch { faults[entity.index, default: FaultQueue()].insert(key) }
        }
    }

    /// Loads an attribute of a stored model, with the rest of its row if that is not loaded either.
    ///
    /// The value of an external file is loaded by itself. A value that cannot be read is reported.
    func loadAttribute(at index: Int, of model: any PersistentModel) {
        let state = model._$model
        if state.isFault || state.isPartial { load(model) }
        guard let property = state.entity?.properties[index], property.policy.isStored,
            state.lifecycle != .invalidated, !state.isFault, !property.access.isLoaded(model)
        else { return }
        do {
            try loadValue(of: property, in: model)
        } catch {
            let name = "\(state.entity?.name ?? "").\(property.name)"
            RuntimeWarning.report("\(name) returned a placeholder: \(error)")
        }
    }

    /// Loads an attribute of a model unless it is loaded.
    ///
    /// - Throws: `SwiftDataError.modelValidationFailure` for a value that cannot be decoded, or if
    ///   the row does not exist any more; `StoreError` if the row or the external file cannot be
    ///   read.
    func requireValue(
        of property: PropertyDescription,
        in model: any PersistentModel
    ) throws {
        let state = model._$model
        guard state.lifecycle == .stored || state.lifecycle == .deleted,
            property.policy.isStored
        else { return }
        if state.isFault || state.isPartial { load(model) }
        if property.access.isLoaded(model) { return }
        if state.lifecycle != .invalidated { try loadValue(of: property, in: model) }
        if property.access.isLoaded(model) { return }
        throw SwiftDataError.modelValidationFailure(
            "\(state.entity?.name ?? "").\(property.name): the row of the model was deleted"
        )
    }

    /// Loads one attribute.
    ///
    /// - Throws: `SwiftDataError.modelValidationFailure` for a value that cannot be decoded;
    ///   `StoreError` if the row or the external file cannot be read.
    private func loadValue(
        of property: PropertyDescription,
        in model: any PersistentModel
    ) throws {
        guard let entity = model._$model.entity else { return }
        var query = FetchQuery(entity)
        query.scope = .keys([model._$model.key])
        query.properties = PropertySet([property.index])
        query.isLenient = false
        try stores.uninterrupted {
            try stores.read(entity) { reader in
                try reader.fetch(query, over: nil) { _, row in try model._$decode(row) }
            }
        }
    }

    /// Loads a model if it is a fault.
    func loadIfFault(_ model: any PersistentModel) {
        if model._$model.isFault { load(model) }
    }

    /// Loads rows into their objects; returns the keys of the rows that exist.
    @discardableResult
    func refresh(_ entity: EntityDescription, keys: [Int64]) throws -> Set<Int64> {
        var found: Set<Int64> = []
        try refresh(entity, keys: keys) { found.insert($0) }
        return found
    }

    /// Loads rows into their objects; calls `note` with the key of each row that exists.
    private func refresh(
        _ entity: EntityDescription,
        keys: [Int64],
        _ note: (Int64) -> Void
    ) throws {
        var query = FetchQuery(entity)
        query.scope = .keys(keys)
        try stores.uninterrupted {
            try stores.read(entity) { reader in
                try reader.fetch(query, over: nil) { key, row in
                    note(key)
                    guard let model = object(entity, key: key) else { return }
                    try decode(row, into: model)
                }
            }
        }
    }

    /// Decodes a row into a model, except the properties that the model has changed.
    ///
    /// - Parameters:
    ///   - row: The row of the model.
    ///   - model: The registered model.
    ///   - isPartial: Whether the row lacks columns.
    /// - Throws: `SwiftDataError.modelValidationFailure` for a value of another type than its
    ///   property's; `StoreError` if an external file cannot be read.
    func decode(
        _ row: borrowing _RowDecoder,
        into model: any PersistentModel,
        isPartial: Bool = false
    ) throws {
        let state = model._$model
        if let entity = state.entity, !entity.externalProperties.isEmpty {
            // A lenient row leaves these out; the loaded values may be older than the row.
            for property in entity.properties
            where entity.externalProperties.contains(property.index)
                && !state.changes.contains(property.index)
            {
                property.access.unload(model)
            }
        }
        if state.changes.isEmpty {
            try model._$decode(row)
        } else {
            try model._$decode(row.omitting(state.changes))
        }
        state.isFault = false
        state.isPartial = isPartial
        if !state.changes.isEmpty { changes.rows.noteEdit(of: model) }
    }

    /// Turns a stored model into a fault, and notifies the observers of each property.
    ///
    /// An attribute that may have no placeholder keeps its value until the row is loaded, because
    /// the row may be deleted before.
    func unload(_ model: any PersistentModel) {
        let state = model._$model
        state.changes.removeAll()
        state.staleRelationships.removeAll()
        state.hasRelationshipChanges = false
        state.isFault = true
        guard let entity = state.entity else { return }
        faults[entity.index, default: FaultQueue()].insert(state.key)
        for property in entity.properties {
            let isReadable = !entity.mayLackPlaceholders || property.hasPlaceholder
            property.access.notifying(model) { if isReadable { property.access.unload(model) } }
        }
    }
}

/// The keys of the faults of one entity.
struct FaultQueue {
    /// The maximum number of models in a batch.
    static let batchSize = 256
    private var keys: Set<Int64> = []

    mutating func insert(_ key: Int64) { keys.insert(key) }

    /// Removes and returns a batch of keys that includes `key`.
    mutating func batch(including key: Int64) -> [Int64] {
        keys.remove(key)
        var batch = [key]
        while batch.count < Self.batchSize, let next = keys.popFirst() { batch.append(next) }
        return batch
    }
}

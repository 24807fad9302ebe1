// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The encoded rows of a context's unsaved models.
///
/// A table is encoded when a query reads it for the first time. From then on, only the models that
/// changed since the last query are encoded, so that a query does not depend on the number of
/// unsaved models. A save or rollback discards all rows.
final class UnsavedRows {
    private final class Table {
        let rows = PendingTable()
        /// The encoder for the rows; nil while it encodes rows.
        var encoder: _RowEncoder?
        /// The models with outdated rows, by primary key.
        var edited = InsertionOrderedDictionary<Int64, any PersistentModel>()
        /// The memory for the next edited models; without elements.
        var spare = InsertionOrderedDictionary<Int64, any PersistentModel>()
    }

    private let stores: StoreAccess
    private let observers: ContextObservers
    /// The tables by entity index; nil for one that no query has read.
    private var tables: [Table?]
    /// Whether some table has been encoded.
    private var hasTables = false
    /// The changed models that had no loaded row when they changed.
    private var unloaded: [ObjectIdentifier: any PersistentModel] = [:]
    /// The number of rows encoded since the context was created.
    private(set) var encodedCount = 0

    init(_ stores: StoreAccess, observers: ContextObservers) {
        self.stores = stores
        self.observers = observers
        tables = stores.schema.entities.map { _ in nil }
    }

    /// Discards all rows.
    func removeAll() {
        let none = tables.map { _ in Table?.none }
        if hasTables { exchange(&tables, with: none) }
        hasTables = false
        exchange(&unloaded, with: [:])
    }

    /// Records that the row of a registered model is not current.
    ///
    /// - Complexity: O(1).
    func noteEdit(of model: any PersistentModel) { noteEdit(of: model, state: model._$model) }

    /// Records that the row of a registered model with a state is not current.
    ///
    /// - Complexity: O(1).
    func noteEdit(of model: any PersistentModel, state: _ModelState) {
        if state.isFault || state.isPartial { unloaded[ObjectIdentifier(model)] = model }
        observers.send(editOf: model)
        guard hasTables, let entity = state.entity else { return }
        tables[entity.index]?.edited[state.key] = model
    }

    /// Records the deletion of a row that has no model.
    func noteDeletion(ofRow key: Int64, of entity: EntityDescription) {
        tables[entity.index]?.rows.delete(key)
        observers.send(.edit(entity: entity.index, key: key, isDeletion: true))
    }

    /// Records that a row without a model will not be deleted.
    func discardDeletion(ofRow key: Int64, of entity: EntityDescription) {
        tables[entity.index]?.rows.remove(key)
        observers.send(.edit(entity: entity.index, key: key, isDeletion: true))
    }

    /// Returns the changed models that must be loaded before their rows are encoded.
    func unloadedModels() -> [any PersistentModel] {
        guard !unloaded.isEmpty else { return [] }
        let remaining = unloaded.filter { _, model in
            let state = model._$model
            return (state.isFault || state.isPartial) && state.lifecycle == .stored
                && !state.changes.isEmpty
        }
        exchange(&unloaded, with: remaining)
        return Array(unloaded.values)
    }

    /// Returns the current rows of an entity; nil if it has none.
    ///
    /// - Throws: `SwiftDataError.modelValidationFailure` if a value cannot be encoded.
    /// - Complexity: O(*k*) for *k* models that changed since the last call.
    func table(_ entity: EntityDescription, of pending: PendingChanges) throws -> PendingTable? {
        let table: Table
        if let known = tables[entity.index] {
            table = known
        } else {
            table = Table()
            tables[entity.index] = table
            hasTables = true
            for models in [pending.inserted.values, pending.changed.values, pending.deleted.values]
            {
                for model in models where model._$model.entity === entity {
                    table.edited[model._$model.key] = model
                }
            }
            for key in pending.deletedRows.keys(ofEntity: entity.index) { table.rows.delete(key) }
        }
        guard !table.edited.isEmpty else { return table.rows.isEmpty ? nil : table.rows }
        // Not parts of the table, because the code that encodes a value may query the table.
        var edited = InsertionOrderedDictionary<Int64, any PersistentModel>()
        swap(&edited, &table.spare)
        swap(&edited, &table.edited)
        var encoder = table.encoder.take() ?? stores.layout[entity].makeEncoder()
        var updatedCount = 0
        do {
            try edited.forEach { key, model in
                try update(table.rows, key: key, of: model, in: entity, encoder: &encoder)
                updatedCount += 1
            }
        } catch {
            // The next query tries again.
            for (key, model) in edited.elements.dropFirst(updatedCount) {
                table.edited[key] = model
            }
            throw error
        }
        table.encoder = encoder
        edited.removeAll()
        swap(&edited, &table.spare)
        return table.rows.isEmpty ? nil : table.rows
    }

    private func update(
        _ rows: PendingTable,
        key: Int64,
        of model: any PersistentModel,
        in entity: EntityDescription,
        encoder: inout _RowEncoder
    ) throws {
        let state = model._$model
        // A model that left the context may have another key by now.
        guard state.key == key, state.entity === entity else { return rows.remove(key) }
        switch state.lifecycle {
        case .inserted:
            rows.set(try values(of: model, in: entity, encoder: &encoder), for: key, isSaved: false)
        case .stored where !state.changes.isEmpty:
            rows.set(try values(of: model, in: entity, encoder: &encoder), for: key, isSaved: true)
        case .deleted: rows.delete(key)
        case .stored, .detached, .invalidated, .keyPathProbe: rows.remove(key)
        }
    }

    private func values(
        of model: any PersistentModel,
        in entity: EntityDescription,
        encoder: inout _RowEncoder
    ) throws -> [_ColumnValue] {
        encodedCount += 1
        encoder.reset(for: model)
        do {
            try model._$encode(&encoder)
        } catch {
            throw SwiftDataError.modelValidationFailure(
                "a value of an unsaved \(entity.name) cannot be stored: \(error)"
            )
        }
        guard !entity.externalProperties.isEmpty else { return encoder.values }
        return zip(stores.layout[entity].columns, encoder.values).map { column, value in
            let isInFile =
                value == .null && entity.externalProperties.contains(column.property)
                && !entity.properties[column.property].access.isLoaded(model)
            // Queries compare the value of an external file with nil only.
            return isInFile ? .text("") : value
        }
    }
}

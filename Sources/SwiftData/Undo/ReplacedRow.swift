// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The previous values of a row that a new model with the same unique value replaces.
struct ReplacedRow {
    let entity: EntityDescription
    let key: Int64
    /// The new model.
    let replacement: any PersistentModel
    /// An object with the values of the row, which is not registered.
    private let values: any PersistentModel

    /// Reads the row.
    ///
    /// - Throws: `StoreError` if it cannot be read; `SwiftDataError.modelValidationFailure` for a
    ///   value of another type than its property's.
    init(of upsert: UpsertResolver.Upsert, in graph: ObjectGraph) throws {
        entity = upsert.entity
        key = upsert.key
        replacement = upsert.model
        values = type(of: upsert.model).makeEmpty()
        var query = FetchQuery(entity)
        query.scope = .keys([key])
        query.isLenient = false
        try graph.stores.read(entity) { [values] reader in
            try reader.fetch(query, over: nil) { _, row in try values._$decode(row) }
        }
    }

    /// Whether a save has replaced the row; false if it failed.
    var isReplaced: Bool {
        let state = replacement._$model
        return state.key == key && state.lifecycle != .inserted
    }

    /// Records the values as the previous state of the row's model.
    func record(of model: any PersistentModel, in step: UndoStep) {
        step.update(model) { former in
            for property in entity.properties(of: model) {
                if property.relationship == nil {
                    guard property.access.isLoaded(values) else { continue }
                    former.record(property, from: values)
                } else if !property.isToMany, property.ownsForeignKey(in: entity),
                    let target = FormerState.Target(of: values, property: property)
                {
                    former.record(property, target: target)
                }
            }
        }
    }
}

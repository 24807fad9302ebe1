// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension ModelContext {
    /// The models of the context by the names of entities and properties.
    package var namedRows: NamedRows { NamedRows(context: self) }
}

/// The models of a context by the names of entities and properties, in the form of the store.
///
/// The names come from the store: a property of a subclass follows the name of its class, such as
/// `BusinessTrip.purpose`. Reads return what is saved, in a commit group with the saves of its
/// commands. Writes change the models of the context, so that the next save treats them as any
/// others.
package struct NamedRows {
    let context: ModelContext

    // MARK: Reading

    /// Returns the values of rows.
    ///
    /// - Parameters:
    ///   - identifiers: The identifiers of the rows.
    ///   - names: The names of the properties to read; nil for all.
    /// - Returns: The rows, in the order of the identifiers; identifiers without a row are omitted.
    /// - Throws: `SwiftDataError.unknownSchema` for an unknown entity, `modelValidationFailure`
    ///   for an unknown property; `StoreError` if the store cannot be read, or is a custom store.
    /// - Complexity: O(*n*) for *n* identifiers; successive identifiers of one entity are read
    ///   together.
    package func storedRows(
        _ identifiers: [PersistentIdentifier],
        reading names: [String]? = nil
    ) throws -> [NamedRow] {
        try NamedRowReader(stores: context.graph.stores).rows(identifiers, reading: names)
    }

    /// Returns the identifiers of the rows with unique values.
    ///
    /// - Parameters:
    ///   - entity: The name of the entity.
    ///   - names: The names of the properties of a unique constraint, in any order.
    ///   - values: The values to find, each in the order of the names.
    /// - Returns: The identifiers, nil where there is no such row.
    /// - Throws: As `storedRows(_:reading:)`; `SwiftDataError.modelValidationFailure` also if no
    ///   unique constraint has exactly these properties.
    /// - Complexity: O(*n* log *m*) for *n* values and *m* rows.
    package func identifiersOfRows(
        of entity: String,
        where names: [String],
        are values: [[StoredValue]]
    ) throws -> [PersistentIdentifier?] {
        try finder.rows(of: self.entity(entity), where: names, are: values)
    }

    /// Returns the identifiers of the rows of an entity, in the order of their insertion.
    ///
    /// - Parameters:
    ///   - entity: The name of the entity.
    ///   - last: The identifier after which the others follow; nil for the first rows.
    ///   - limit: The maximum number of identifiers.
    /// - Returns: The identifiers.
    /// - Throws: As `storedRows(_:reading:)`.
    package func identifiersOfRows(
        of entity: String,
        after last: PersistentIdentifier?,
        limit: Int
    ) throws -> [PersistentIdentifier] {
        try finder.rows(of: self.entity(entity), after: last, limit: limit)
    }

    /// Returns the identifier of the row of an entity with a primary key, whether it exists or not.
    ///
    /// - Throws: As `storedRows(_:reading:)`.
    package func identifierOfRow(of name: String, key: Int64) throws -> PersistentIdentifier {
        let entity = try self.entity(name)
        return try context.graph.stores.store(of: entity).identity.identifier(of: key, in: name)
    }

    /// Returns the identifiers of the rows that refer to a row.
    ///
    /// - Parameters:
    ///   - entity: The name of the entity of the rows.
    ///   - target: The identifier of the row that they refer to.
    ///   - name: The name of a to-one relationship with a foreign key in the rows.
    /// - Returns: The identifiers, in the order of insertion.
    /// - Throws: As `storedRows(_:reading:)`.
    package func identifiersOfRows(
        of entity: String,
        referringTo target: PersistentIdentifier,
        by name: String
    ) throws -> [PersistentIdentifier] {
        try finder.rows(of: self.entity(entity), referringTo: target, by: name)
    }

    /// Returns the right sides of the pairs of a relationship with a join table.
    ///
    /// - Parameters:
    ///   - relationship: The relationship.
    ///   - lefts: The identifiers on the left side.
    /// - Returns: The identifiers on the right side, for each one on the left side.
    /// - Throws: `SwiftDataError.unknownSchema` for an unknown relationship; `StoreError` if the
    ///   store cannot be read.
    package func storedPairs(
        of relationship: HistoryRecord.Pair.Relationship,
        lefts: [PersistentIdentifier]
    ) throws -> [[PersistentIdentifier]] {
        try finder.pairs(of: relationship, lefts: lefts)
    }

    // MARK: Writing

    /// Inserts a model.
    ///
    /// Its foreign keys may refer to models that are not saved yet. If a row has one of its unique
    /// values, the save updates that row instead.
    ///
    /// - Parameters:
    ///   - entity: The name of the entity.
    ///   - subclass: The name of the model's class; nil for the root class.
    ///   - values: The values of properties; other attributes have their default values.
    /// - Returns: The identifier that the row has after the save, by which the model can be found
    ///   at once; no row has it if the save updates another row.
    /// - Throws: `SwiftDataError.modelValidationFailure` for a value that the property cannot have,
    ///   a missing value without a default, an unknown property, or a reference to a model that is
    ///   deleted; `unknownSchema` for an unknown entity or class. Nothing is inserted then.
    package func insertRow(
        into entity: String,
        subclass: String? = nil,
        values: [String: StoredValue]
    ) throws -> PersistentIdentifier {
        let entity = try self.entity(entity)
        let store = try context.graph.stores.store(of: entity).identity
        let model = try NamedRowWriter(context)
            .insert(into: entity, subclass: subclass, values: values)
        return store.identifier(of: model._$model.key, in: entity.name)
    }

    /// Sets properties of models, if the values differ.
    ///
    /// - Throws: As `insertRow(into:subclass:values:)`, and `modelValidationFailure` for a model
    ///   that does not exist. Changes that were made before remain pending.
    package func updateRows(_ updates: [NamedRowUpdate]) throws {
        try NamedRowWriter(context).update(updates)
    }

    /// Adds a pair to a relationship with a join table, or removes it.
    ///
    /// A pair that is added follows the others of both models in their order.
    ///
    /// - Parameters:
    ///   - left: The identifier on the left side; the model may be new.
    ///   - right: The identifier on the right side.
    ///   - relationship: The relationship.
    ///   - isPresent: Whether the models are related afterwards.
    /// - Throws: `SwiftDataError.modelValidationFailure` for a model that does not exist;
    ///   `unknownSchema` for an unknown relationship; `StoreError` if the store cannot be read.
    package func setPair(
        _ left: PersistentIdentifier,
        _ right: PersistentIdentifier,
        of relationship: HistoryRecord.Pair.Relationship,
        isPresent: Bool
    ) throws {
        try NamedRowWriter(context)
            .setPair(left, right, of: relationship, isPresent: isPresent)
    }

    /// Deletes models as `delete(_:)` does; identifiers without a row are ignored.
    ///
    /// Delete rules apply at once: `.cascade` deletes related models, `.nullify` clears references
    /// to the model. `.deny` is checked by the save, which throws
    /// `SwiftDataError.modelValidationFailure` if a related model is neither deleted nor assigned
    /// to another one by then, in any order; so it does for a required reference.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    package func deleteRows(_ identifiers: [PersistentIdentifier]) throws {
        try NamedRowWriter(context).delete(identifiers)
    }

    private var finder: NamedRowFinder { NamedRowFinder(stores: context.graph.stores) }

    private func entity(_ name: String) throws -> EntityDescription {
        try context.graph.stores.schema.requiredEntity(named: name)
    }
}

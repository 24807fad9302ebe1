// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Type-erased access to a property of a model type.
///
/// Schema creation, inverse maintenance, delete rules and history use it. Fetching and saving rows
/// use the code that `@Model` generates instead.
public final class _PropertyAccess: Sendable {
    /// The value of the property.
    let value: any ValueAccess
    /// The models of a relationship; nil for an attribute.
    let relation: (any RelationAccess)?
    /// The model of a to-one relationship; nil for any other property.
    let reference: (any ReferenceAccess)?
    /// The models of a to-many relationship; nil for any other property.
    let collection: (any CollectionAccess)?

    /// Creates access to an attribute.
    init(attribute: any ValueAccess) {
        value = attribute
        (relation, reference, collection) = (nil, nil, nil)
    }

    /// Creates access to a to-one relationship.
    init(toOne reference: any ReferenceAccess) {
        (value, relation, self.reference, collection) = (reference, reference, reference, nil)
    }

    /// Creates access to a to-many relationship.
    init(toMany collection: any CollectionAccess) {
        (value, relation, reference, self.collection) = (collection, collection, nil, collection)
    }
}

/// Access to the value of a property of any kind.
protocol ValueAccess: AnyObject, Sendable {
    var keyPath: AnyKeyPath { get }
    var kind: _PropertyKind { get }
    /// The declared type of the property.
    var valueType: any Any.Type { get }
    /// Returns the column values of the declared default value; nil if the property has no default.
    var makeDefaultColumnValues: (() throws -> [_ColumnValue])? { get set }
    /// The value transformer of a transformable attribute; set with the schema of a container.
    var transformation: ValueTransformation? { get set }
    /// Whether a value transformer converts the values.
    var isTransformable: Bool { get }

    /// Returns whether the value is loaded.
    func isLoaded(_ model: any PersistentModel) -> Bool
    /// Returns whether the value can be read without its row: it is loaded, or has a default or a
    /// placeholder.
    func isReadable(_ model: any PersistentModel) -> Bool
    /// Discards the value, so that the next access loads it.
    func unload(_ model: any PersistentModel)
    /// Calls `change` and notifies observers before and after.
    func notifying(_ model: any PersistentModel, _ change: () -> Void)

    /// Returns the type-erased value; nil if it is not loaded.
    func value(_ model: any PersistentModel) -> Any?
    /// Returns the type-erased value in a row; nil if the row does not contain it.
    func value(in row: _RowDecoder, at index: Int) throws -> Any?
    /// Sets the value from a type-erased value; ignores values of another type.
    func setValue(_ value: Any, of model: any PersistentModel)
    /// Assigns a type-erased value to the property; ignores values of another type.
    func assign(_ value: Any, to model: any PersistentModel)
    /// Copies the value to another object of the class, which serves as a record of it.
    func copyValue(of model: any PersistentModel, to record: any PersistentModel)
    /// Sets the value to a recorded one; of a to-many relationship, only the order.
    func restoreValue(of model: any PersistentModel, from record: any PersistentModel)

    /// Returns the column values of an attribute; none for relationships and values that are not
    /// loaded.
    func columnValues(_ model: any PersistentModel) throws -> [_ColumnValue]
    /// Returns the column values of a type-erased value; nil if it is of another type.
    func columnValues(ofAny value: Any) throws -> [_ColumnValue]?
    /// Returns the column values of an attribute of another form that was stored as JSON.
    ///
    /// - Throws: `DecodingError` if the JSON does not have the form of the type.
    func columnValues(ofJSON text: String) throws -> [_ColumnValue]
    /// Returns the value that a composite decodes for a column if its field is missing; nil if the
    /// field is required, for the presence of an optional struct, and for other attributes.
    func valueOfMissingColumn(_ offset: Int) -> _ColumnValue?
}

/// Access to the models of a relationship.
protocol RelationAccess: ValueAccess {
    /// Returns the loaded models; nil if they are not known.
    func targets(_ model: any PersistentModel) -> [any PersistentModel]?
    /// Returns whether nil was assigned to a to-many relationship that has no models.
    func isNil(_ model: any PersistentModel) -> Bool
    /// Returns whether a loaded relationship contains a model.
    func contains(_ target: any PersistentModel, in model: any PersistentModel) -> Bool
    /// Adds a model in memory.
    func insert(_ target: any PersistentModel, into model: any PersistentModel)
    /// Removes a model in memory.
    func remove(_ target: any PersistentModel, from model: any PersistentModel)
    /// Assigns models to the relationship.
    func assignTargets(_ targets: [any PersistentModel], to model: any PersistentModel)
    /// Sets the models in memory.
    ///
    /// - Parameters:
    ///   - targets: The models.
    ///   - model: The owner of the relationship.
    ///   - wasAccessed: Whether the relationship counts as read, even if there are no models.
    func setTargets(
        _ targets: [any PersistentModel],
        of model: any PersistentModel,
        wasAccessed: Bool
    )
    /// Replaces strong references to models with their keys.
    func releaseModels(_ model: any PersistentModel)
}

extension RelationAccess {
    /// Sets the models in memory, without a read.
    func setTargets(_ targets: [any PersistentModel], of model: any PersistentModel) {
        setTargets(targets, of: model, wasAccessed: false)
    }
}

/// Access to the model of a to-one relationship.
protocol ReferenceAccess: RelationAccess {
    /// Returns the loaded model, or `nil`.
    func target(_ model: any PersistentModel) -> (any PersistentModel)?
    /// Returns the key of the model; nil if it is unknown or there is none.
    func targetKey(_ model: any PersistentModel) -> Int64?
}

/// Access to the models of a to-many relationship.
protocol CollectionAccess: RelationAccess {
    /// Returns the key of the last model if the models are loaded; nil if there are none.
    func lastKey(_ model: any PersistentModel) -> Int64?
    /// Moves the last model to its place in the order of primary keys.
    func placeLast(of model: any PersistentModel)
    /// Discards the models if they were neither assigned nor read.
    func releaseUnaccessed(_ model: any PersistentModel)
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation

/// A history transaction: the changes of one save, without the model types.
package struct HistoryRecord: Sendable {
    /// The operation of a change; stores save the raw value.
    package enum Operation: Int64, Sendable {
        /// The model was saved for the first time.
        case insert = 0
        /// Properties of the model changed.
        case update = 1
        /// The model was deleted.
        case delete = 2
    }

    /// A change of one model.
    package struct Change: Sendable {
        /// The operation.
        package let operation: Operation
        /// The identifier of the model.
        package let identifier: PersistentIdentifier
        /// The name of the model's class; nil for the root class of the entity.
        var subclass: String?
        /// The names of the properties that an update changed.
        package var properties: [String] = []
        /// The values preserved by a deletion, by property name.
        package var tombstone: [String: _ColumnValue] = [:]
        /// The name of the model's entity.
        package var entityName: String { identifier.entityName }
    }

    /// A pair of models that a relationship without a foreign key related or separated.
    package struct Pair: Hashable, Sendable {
        /// A relationship that is to-many at both ends, or to-many without an inverse.
        package struct Relationship: Hashable, Sendable {
            /// The name of the entity on the left side.
            package let entityName: String
            /// The name of the property on the left side.
            package let propertyName: String

            /// Creates the name of a relationship.
            package init(entityName: String, propertyName: String) {
                self.entityName = entityName
                self.propertyName = propertyName
            }
        }

        /// The relationship.
        package let relationship: Relationship
        /// The identifier of the model on the left side.
        package let left: PersistentIdentifier
        /// The identifier of the model on the right side.
        package let right: PersistentIdentifier
        /// Whether the models are related after the transaction.
        package let isPresent: Bool
    }

    /// The number of the transaction, greater than the numbers of all earlier ones.
    package let transaction: Int64
    /// The time of the commit.
    package let timestamp: Date
    /// The author of the context.
    package let author: String?
    /// The name and identifier of the process.
    let process: String
    /// The changes, in order.
    package internal(set) var changes: [Change]
    /// The changed pairs, if they were requested.
    package internal(set) var pairs: [Pair] = []
    /// The place of the first change or pair that the record lacks; nil if it has all.
    package internal(set) var next: HistoryPlace?
}

/// A place among the changes of a transaction.
package struct HistoryPlace: Equatable, Sendable {
    /// The number of the row that contains the change.
    package let sequence: Int64
    /// The number of changes before it in the row.
    package let offset: Int64

    /// The place of the first change.
    package static let beginning = HistoryPlace(sequence: 0, offset: 0)

    /// Creates a place that a record had.
    package init(sequence: Int64, offset: Int64) {
        self.sequence = sequence
        self.offset = offset
    }
}

/// A transaction to record in the history.
struct HistoryEntry {
    /// A change of one model, or the same change of models with consecutive keys.
    struct Run {
        let operation: HistoryRecord.Operation
        let entity: EntityDescription
        /// The name of the models' class; nil for the root class of the entity.
        let subclass: String?
        /// The key of the first model.
        let key: Int64
        /// The number of models.
        fileprivate(set) var count = 1
        /// The properties that an update changed.
        let properties: PropertySet
        /// The values preserved by a deletion, by property name.
        let tombstone: [String: _ColumnValue]
    }

    var author: String?
    private(set) var runs: [Run] = []
    /// The maximum number of models in a run.
    static var maximumRun: Int { 1_000_000 }

    init(author: String? = nil) { self.author = author }

    /// Appends the change of a model.
    mutating func append(
        _ operation: HistoryRecord.Operation,
        in entity: EntityDescription,
        of model: any PersistentModel,
        properties: PropertySet = PropertySet(),
        tombstone: [String: _ColumnValue] = [:]
    ) {
        append(
            operation,
            in: entity,
            key: model._$model.key,
            subclass: entity.subclass(of: model),
            properties: properties,
            tombstone: tombstone
        )
    }

    /// Appends the change of the model with a key.
    mutating func append(
        _ operation: HistoryRecord.Operation,
        in entity: EntityDescription,
        key: Int64,
        subclass: String? = nil,
        properties: PropertySet = PropertySet(),
        tombstone: [String: _ColumnValue] = [:]
    ) {
        if let last = runs.indices.last, runs[last].entity === entity,
            runs[last].subclass == subclass, runs[last].count < Self.maximumRun,
            runs[last].operation == operation,
            runs[last].key + Int64(runs[last].count) == key,
            tombstone.isEmpty, runs[last].tombstone.isEmpty, runs[last].properties == properties
        {
            runs[last].count += 1
            return
        }
        runs.append(
            Run(
                operation: operation,
                entity: entity,
                subclass: subclass,
                key: key,
                properties: properties,
                tombstone: tombstone
            )
        )
    }
}

/// A request for history transactions.
struct HistoryRequest {
    /// The number of the transaction before the first one to return.
    var after: Int64 = 0
    /// The number of the last transaction to return.
    var through: Int64 = .max
    /// The maximum number of transactions, oldest first; nil for no limit.
    var limit: Int?
    /// The place of the first change to return, of each transaction.
    var start = HistoryPlace.beginning
    /// The maximum number of changes and pairs of all transactions; nil for no limit.
    var changeLimit: Int?
    /// The author of the transactions to omit; nil for none.
    var excludedAuthor: String?
    /// Whether to return the changed pairs, which follow the other changes of a transaction.
    var includesPairs = false
}

/// The bounds of the history of a store.
struct HistoryBounds: Equatable, Sendable {
    /// The number of the last deleted transaction; later ones can be read.
    var deletedThrough: Int64
    /// The number of the last transaction.
    var last: Int64
}

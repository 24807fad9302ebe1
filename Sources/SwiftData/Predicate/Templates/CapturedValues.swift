// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The values that a predicate captured, in the order of their translation.
struct CapturedValues {
    /// A value that a predicate captured.
    enum Value: Equatable {
        /// A value in its stored form, or null for nil, which is part of the structure.
        case column(_ColumnValue)
        /// The identifier of a model; its key depends on the entity with which it is compared.
        case identifier(PersistentIdentifier)
    }

    /// The values in their stored form, with null for identifiers.
    private(set) var columns: [_ColumnValue] = []
    /// The identifiers by position; nil if there are none, as in most predicates.
    private(set) var identifiers: [Int: PersistentIdentifier]?

    var count: Int { columns.count }

    subscript(position: Int) -> Value {
        identifiers?[position].map { .identifier($0) } ?? .column(columns[position])
    }

    mutating func append(_ value: _ColumnValue) { columns.append(value) }

    mutating func append(_ value: Value) {
        switch value {
        case .column(let column): columns.append(column)
        case .identifier(let identifier):
            if identifiers == nil { identifiers = [:] }
            identifiers?[columns.count] = identifier
            columns.append(.null)
        }
    }
}

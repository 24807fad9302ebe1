// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// Access to a property that a custom store can search by value.
protocol ValueFetching {
    /// Returns the fetch of the models with a value of the property; nil if a predicate cannot
    /// compare values of its type.
    func fetch(of value: _ColumnValue) -> (any FetchDescribing)?
}

extension StorageAccess: ValueFetching {
    func fetch(of value: _ColumnValue) -> (any FetchDescribing)? {
        func makeFetch<Value: _AttributeValue & Codable & Equatable>(
            _ type: Value.Type
        ) -> (any FetchDescribing)? {
            guard let constant = try? Value._decode(_RowDecoder(value), column: 0),
                // Unchecked, because key paths of properties capture nothing.
                let keyPath = uncheckedSendable(
                    typedKeyPath,
                    as: (any KeyPath<Model, Value> & Sendable).self
                )
            else { return nil }
            return FetchDescriptor<Model>(
                predicate: Predicate<Model> { model in
                    PredicateExpressions.build_Equal(
                        lhs: PredicateExpressions.build_KeyPath(
                            root: PredicateExpressions.build_Arg(model),
                            keyPath: keyPath
                        ),
                        rhs: PredicateExpressions.build_Arg(constant)
                    )
                }
            )
        }
        guard
            let type = Storage.Value.self as? any (_AttributeValue & Codable & Equatable).Type
        else { return nil }
        return makeFetch(type)
    }
}

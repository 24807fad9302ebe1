// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The parameters of one translation, for the values that the predicate captured.
final class PredicateParameters {
    private let values: CapturedValues
    /// The number of values that the translation has reached.
    private var count = 0
    private var dependsOnValues = false
    /// The entities of the keys with which identifiers are compared, by parameter.
    private(set) var entities: [EntityDescription?]

    init(_ values: CapturedValues) {
        self.values = values
        entities = Array(repeating: nil, count: values.count)
    }

    /// Whether all values are parameters, so that other values have the same translation.
    var areComplete: Bool {
        !dependsOnValues && count == values.count
            && (values.identifiers ?? [:]).keys.allSatisfy { entities[$0] != nil }
    }

    /// Records that the translation depends on a value.
    func noteDependency() { dependsOnValues = true }

    /// Returns the parameter for the next value; nil for nil, which is part of the translation.
    func next<T>(_ captured: Captured<T>) -> Int? {
        defer { count += 1 }
        guard count < values.count, CapturedValues.Value(captured) == values[count] else {
            // The outline describes the values in another order.
            noteDependency()
            return nil
        }
        return values[count] == .column(.null) ? nil : count
    }

    /// Records that a parameter is the key of a model.
    func note(_ entity: EntityDescription, of index: Int) {
        if let known = entities[index], known !== entity { noteDependency() }
        entities[index] = entity
    }
}

/// A captured value that is replaced by a parameter.
struct PredicateParameter<Value>: PredicateConstant {
    let captured: Captured<Value>
    let index: Int
    let parameters: PredicateParameters

    func expression() throws -> QueryExpression {
        guard identifier == nil, let type = _ColumnType(of: Value.self) else {
            parameters.noteDependency()
            return try captured.expression()
        }
        return .parameter(index, type)
    }

    func columns(of shape: _CompositeShape) throws -> [_ColumnValue] {
        parameters.noteDependency()
        return try captured.columns(of: shape)
    }

    var elements: [any PredicateConstant]? {
        parameters.noteDependency()
        return captured.elements
    }

    var range: (any PredicateRange)? {
        parameters.noteDependency()
        return captured.range
    }

    var identifier: PersistentIdentifier? { captured.identifier }

    /// False, because nil is not a parameter.
    var isNil: Bool { false }

    func parameter(forKeyOf entity: EntityDescription) -> QueryExpression? {
        parameters.note(entity, of: index)
        return .parameter(index, _ColumnType(.integer))
    }
}

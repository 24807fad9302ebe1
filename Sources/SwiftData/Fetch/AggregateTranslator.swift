// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Translates the key paths of aggregates into expressions over the entities of a schema.
struct AggregateTranslator<Model: PersistentModel> {
    let entity: EntityDescription

    /// Returns the argument of an aggregate; nil for the number of rows.
    ///
    /// - Throws: `SwiftDataError.unsupportedKeyPath` if a store cannot compute the aggregate.
    func argument(of term: AggregateTerm<Model>) throws -> QueryExpression? {
        guard let keyPath = term.keyPath else { return nil }
        let place = try place(of: keyPath)
        if term.function == .count { return try presence(of: place) }
        return try comparable(place, consequence: "so its \(term.function.name) cannot be computed")
    }

    /// Returns the value by which models are grouped.
    ///
    /// - Throws: `SwiftDataError.unsupportedKeyPath` if a store cannot compare the values.
    func key(_ keyPath: PartialKeyPath<Model>) throws -> QueryExpression {
        let place = try place(of: keyPath)
        if !place.property.isToMany, let path = place.path.appending(place.property) {
            return .key(path)
        }
        return try comparable(place, consequence: "so models cannot be grouped by it")
    }

    private func place(of keyPath: PartialKeyPath<Model>) throws -> KeyPathTranslator.Place {
        guard let place = KeyPathTranslator.place(of: keyPath, in: entity) else {
            throw SwiftDataError.unsupportedKeyPath(
                KeyPathTranslator.inheritanceObstacle(to: keyPath, in: entity)
                    ?? "\(keyPath.displayName) does not lead to a persisted property of "
                    + "\(entity.name); computed and transient properties are not stored"
            )
        }
        guard place.property.relationship != nil || place.property.policy.isStored else {
            throw SwiftDataError.unsupportedKeyPath(
                "\(place.displayName) is transient and therefore not stored"
            )
        }
        return place
    }

    /// Returns an expression that is NULL if the property is nil.
    private func presence(of place: KeyPathTranslator.Place) throws -> QueryExpression {
        if !place.property.isToMany, let path = place.path.appending(place.property) {
            return .key(path)
        }
        if let composite = QueryComposite(place.property, of: place.path), place.fields.isEmpty,
            let presence = composite.presenceValue
        {
            return presence
        }
        guard let column = place.column else {
            throw SwiftDataError.unsupportedKeyPath(
                "\(place.displayName) is not an optional attribute or to-one relationship, so its "
                    + "values cannot be counted; count the models"
            )
        }
        return column
    }

    /// Returns the column of a property with values that the store can compare.
    private func comparable(
        _ place: KeyPathTranslator.Place,
        consequence: String
    ) throws -> QueryExpression {
        func refusal(_ reason: String) -> SwiftDataError {
            SwiftDataError.unsupportedKeyPath("\(place.displayName) \(reason), \(consequence)")
        }
        if let obstacle = place.property.policy.comparisonObstacle { throw refusal(obstacle) }
        if place.property.relationship != nil {
            throw refusal("is a \(place.property.isToMany ? "to-many" : "to-one") relationship")
        }
        guard let column = place.column else {
            throw refusal("is a structure with a column for each field")
        }
        guard column.type.kind != .json else { throw refusal("is stored as JSON") }
        return column
    }
}

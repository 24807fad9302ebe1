// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Stands for one model at a time: the one that is fetched, or one of a relationship's.
struct QueryVariable: Sendable, Equatable {
    let id: Int
    let entity: EntityDescription
}

/// The way from a variable to a model, through to-one relationships.
struct QueryPath: Sendable, Equatable {
    let variable: QueryVariable
    /// The indexes of the relationships, each in the entity that the previous one leads to.
    private(set) var steps: [Int] = []
    /// The entity at the end.
    private(set) var entity: EntityDescription
    /// Whether Swift sees an optional at the end.
    var isOptional = false

    init(_ variable: QueryVariable) {
        self.variable = variable
        entity = variable.entity
    }

    /// The path through one more relationship; nil when the entity doesn't know its destination.
    func appending(_ property: PropertyDescription) -> QueryPath? {
        guard let destination = property.destination else { return nil }
        var path = self
        path.steps.append(property.index)
        path.entity = destination
        path.isOptional = isOptional || property.isOptional
        return path
    }

    /// The same path where Swift has made sure that there is a model at its end.
    var unwrapped: QueryPath {
        var path = self
        path.isOptional = false
        return path
    }

    /// Whether this path goes on where `other` ends, or ends there too.
    func starts(with other: QueryPath) -> Bool {
        variable.id == other.variable.id && steps.starts(with: other.steps)
    }
}

/// The models of a to-many relationship that pass a test.
struct QueryRelation: Sendable, Equatable {
    /// The model that has the relationship.
    let source: QueryPath
    /// The relationship's index in the source's entity.
    let index: Int
    /// Stands for each related model in the test.
    let variable: QueryVariable
    var test: QueryExpression?
}

extension PropertyDescription {
    /// Whether Swift sees an optional.
    var isOptional: Bool {
        switch kind {
        case .attribute(let type): type.isOptional
        case .toOne(_, let isOptional), .toMany(_, let isOptional): isOptional
        }
    }
}

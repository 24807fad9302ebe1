// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A variable that ranges over the fetched models or over the models of a relationship.
struct QueryVariable: Sendable, Equatable {
    let id: Int
    let entity: EntityDescription
}

/// A path from a variable through to-one relationships to a model.
struct QueryPath: Sendable, Equatable {
    /// A step from one model to another.
    enum Step: Hashable, Sendable {
        /// To the model of a to-one relationship, given its index in the entity.
        case relationship(Int)
        /// To the same model if it is of a class or a subclass, given the index of the class in the
        /// entity; otherwise to none.
        case cast(Int)
    }

    let variable: QueryVariable
    private(set) var steps: [Step] = []
    /// The entity at the end of the path.
    private(set) var entity: EntityDescription
    /// Whether the path's Swift type is optional.
    var isOptional = false

    init(_ variable: QueryVariable) {
        self.variable = variable
        entity = variable.entity
    }

    /// Returns the path extended by a relationship; nil if the relationship has no known
    /// destination.
    func appending(_ property: PropertyDescription) -> QueryPath? {
        guard let destination = property.destination else { return nil }
        var path = self
        path.steps.append(.relationship(property.index))
        path.entity = destination
        path.isOptional = isOptional || property.isOptional
        return path
    }

    /// Returns the optional path to the model if it is of a type; nil if no model of the entity is.
    func cast(to type: any PersistentModel.Type) -> QueryPath? {
        guard let index = entity.classIndex(of: type), entity.classes[index].type == type else {
            return nil
        }
        var path = self
        if index != 0 { path.steps.append(.cast(index)) }
        path.isOptional = true
        return path
    }

    /// Returns the path extended by a step that another path contains.
    func appending(_ step: Step) -> QueryPath? {
        switch step {
        case .relationship(let index): return appending(entity.properties[index])
        case .cast:
            var path = self
            path.steps.append(step)
            path.isOptional = true
            return path
        }
    }

    /// The path after a Swift unwrapping operation, with a non-optional type.
    var unwrapped: QueryPath {
        var path = self
        path.isOptional = false
        return path
    }

    /// Whether `other` is a prefix of this path.
    func starts(with other: QueryPath) -> Bool {
        variable.id == other.variable.id && steps.starts(with: other.steps)
    }
}

/// The models of a to-many relationship that pass a test.
struct QueryRelation: Sendable, Equatable {
    /// The model that owns the relationship.
    let source: QueryPath
    /// The index of the relationship in the source's entity.
    let index: Int
    /// The variable for the related model in the test.
    let variable: QueryVariable
    var test: QueryExpression?
}

extension PropertyDescription {
    /// Whether the property's Swift type is optional.
    var isOptional: Bool {
        switch kind {
        case .attribute(let type): type.isOptional
        case .composite(_, let isOptional): isOptional
        case .toOne(_, let isOptional), .toMany(_, let isOptional): isOptional
        }
    }
}

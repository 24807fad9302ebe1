// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

// Queries and changes of a relationship that do not load it. The store starts from the model and
// follows the relationship, so that the cost depends on the related models, not on the size of the
// table.

extension ModelContext {
    /// Returns the number of models in a to-many relationship, without loading them.
    ///
    /// Unsaved changes are included.
    ///
    /// - Parameters:
    ///   - relationship: The key path of the relationship.
    ///   - model: The owner of the relationship.
    ///   - predicate: A condition for the related models; nil counts all of them.
    /// - Returns: The number of related models that satisfy the condition.
    /// - Throws: `SwiftDataError.unsupportedKeyPath` if the key path is not a to-many relationship,
    ///   or the model is not in the context; the errors of ``fetch(_:)``.
    public func fetchCount<Source, Target>(
        _ relationship: KeyPath<Source, [Target]>,
        of model: Source,
        where predicate: Predicate<Target>? = nil
    ) throws -> Int where Source: PersistentModel, Target: PersistentModel {
        graph.merger.mergeChanges()
        return try graph.relationshipLoader.count(
            relatedTo: model,
            by: relationship,
            matching: predicate
        )
    }

    /// Returns the number of models in an optional to-many relationship, without loading them.
    ///
    /// Unsaved changes are included.
    ///
    /// - Parameters:
    ///   - relationship: The key path of the relationship.
    ///   - model: The owner of the relationship.
    ///   - predicate: A condition for the related models; nil counts all of them.
    /// - Returns: The number of related models that satisfy the condition.
    /// - Throws: `SwiftDataError.unsupportedKeyPath` if the key path is not a to-many relationship,
    ///   or the model is not in the context; the errors of ``fetch(_:)``.
    public func fetchCount<Source, Target>(
        _ relationship: KeyPath<Source, [Target]?>,
        of model: Source,
        where predicate: Predicate<Target>? = nil
    ) throws -> Int where Source: PersistentModel, Target: PersistentModel {
        graph.merger.mergeChanges()
        return try graph.relationshipLoader.count(
            relatedTo: model,
            by: relationship,
            matching: predicate
        )
    }

    /// Appends a model to a to-many relationship, without loading the models in it.
    ///
    /// A new model is inserted into the context. A model that the relationship already contains
    /// stays where it is.
    ///
    /// - Parameters:
    ///   - model: The model to append.
    ///   - relationship: The key path of the relationship.
    ///   - owner: The owner of the relationship.
    /// - Throws: `SwiftDataError.unsupportedKeyPath` if the key path is not a to-many relationship,
    ///   or the owner is not in the context; `SwiftDataError.modelValidationFailure` if the model
    ///   is deleted or belongs to another context; `StoreError` if the store cannot be read.
    /// - Complexity: O(log *n*) for *n* models in the relationship.
    public func append<Source, Target>(
        _ model: Target,
        to relationship: KeyPath<Source, [Target]>,
        of owner: Source
    ) throws where Source: PersistentModel, Target: PersistentModel {
        try appendRelated(model, to: owner, by: relationship)
    }

    /// Appends a model to an optional to-many relationship, without loading the models in it.
    ///
    /// A new model is inserted into the context. A model that the relationship already contains
    /// stays where it is.
    ///
    /// - Parameters:
    ///   - model: The model to append.
    ///   - relationship: The key path of the relationship.
    ///   - owner: The owner of the relationship.
    /// - Throws: `SwiftDataError.unsupportedKeyPath` if the key path is not a to-many relationship,
    ///   or the owner is not in the context; `SwiftDataError.modelValidationFailure` if the model
    ///   is deleted or belongs to another context; `StoreError` if the store cannot be read.
    /// - Complexity: O(log *n*) for *n* models in the relationship.
    public func append<Source, Target>(
        _ model: Target,
        to relationship: KeyPath<Source, [Target]?>,
        of owner: Source
    ) throws where Source: PersistentModel, Target: PersistentModel {
        try appendRelated(model, to: owner, by: relationship)
    }

    /// Returns the identifiers of the first models in a relationship.
    ///
    /// While the context has unsaved changes, all models of an ordered relationship are loaded.
    ///
    /// - Throws: The errors of ``fetch(_:)``.
    package func identifiersRelated<Source, Target>(
        to model: Source,
        by keyPath: KeyPath<Source, [Target]>,
        limit: Int
    ) throws -> [PersistentIdentifier] where Source: PersistentModel, Target: PersistentModel {
        try graph.relationshipLoader.identifiers(relatedTo: model, by: keyPath, limit: limit)
    }

    /// Performs work that reads only the relationships of the models that it concerns.
    ///
    /// Models that were read in turn otherwise have their relationships loaded together.
    package func withoutReadingAhead<Result>(_ work: () throws -> Result) rethrows -> Result {
        let reader = graph.relationshipReader
        graph.relationshipReader = graph.relationshipLoader
        defer { graph.relationshipReader = reader }
        return try work()
    }

    private func appendRelated(
        _ model: some PersistentModel,
        to owner: some PersistentModel,
        by keyPath: AnyKeyPath
    ) throws {
        let property = try graph.relationshipLoader.toMany(at: keyPath, of: owner)
        let isNew = model._$model.lifecycle == .detached
        if isNew { insert(model) }
        let lifecycle = model._$model.lifecycle
        guard model._$model.context === self, lifecycle == .stored || lifecycle == .inserted else {
            throw SwiftDataError.modelValidationFailure(
                "the \(type(of: model)) to append is deleted or belongs to another context; append "
                    + "a model of the context of its owner"
            )
        }
        if !isNew, try graph.relationshipLoader.isRelated(model, to: owner, by: property) { return }
        graph.relationships.append(model, to: owner, by: property)
    }
}

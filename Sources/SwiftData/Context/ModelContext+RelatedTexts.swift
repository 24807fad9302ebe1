// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension ModelContext {
    /// Returns a string attribute of the related models of each given model, in no particular
    /// order.
    ///
    /// The related models are loaded only if the context has unsaved changes, or the store cannot
    /// read the attribute by itself.
    ///
    /// - Parameters:
    ///   - attribute: The attribute of the related models.
    ///   - relationship: The relationship of the models.
    ///   - models: Models of the context.
    /// - Returns: The strings for each model, in the order of the models.
    /// - Throws: `SwiftDataError.unsupportedKeyPath` for a key path that is not a relationship;
    ///   `StoreError` if the store cannot be read.
    package func relatedTexts<Source, Target>(
        _ attribute: KeyPath<Target, String>,
        by relationship: KeyPath<Source, [Target]>,
        of models: [Source]
    ) throws -> [[String]] where Source: PersistentModel, Target: PersistentModel {
        try graph.relationshipLoader.texts(
            attribute,
            by: relationship,
            ofRows: models.map { $0._$model.key },
            or: { models }
        )
    }

    /// Returns a string attribute of the related models of each row, in no particular order.
    ///
    /// - Throws: As ``relatedTexts(_:by:of:)``.
    func relatedTexts<Source, Target>(
        _ attribute: KeyPath<Target, String>,
        by relationship: KeyPath<Source, [Target]>,
        ofRows keys: [Int64]
    ) throws -> [[String]] where Source: PersistentModel, Target: PersistentModel {
        let entity = try graph.stores.schema.entity(for: Source.self)
        return try graph.relationshipLoader.texts(
            attribute,
            by: relationship,
            ofRows: keys,
            or: { keys.compactMap { graph.objects.objectOrFault(entity, key: $0) as? Source } }
        )
    }
}

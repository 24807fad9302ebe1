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
        try graph.relationshipLoader.texts(attribute, by: relationship, of: models)
    }
}

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
        guard let texts = try storedTexts(attribute, relationship: relationship, models: models)
        else {
            try graph.relationshipLoader.prefetch([relationship], of: models)
            return models.map { $0[keyPath: relationship].map { $0[keyPath: attribute] } }
        }
        var textsByOwner: [Int64: [String]] = [:]
        textsByOwner.reserveCapacity(models.count)
        for text in texts { textsByOwner[text.owner, default: []].append(text.text) }
        return models.map { textsByOwner[$0._$model.key] ?? [] }
    }

    /// Returns the strings in the store; `nil` if the related models must be loaded.
    private func storedTexts<Source: PersistentModel, Target: PersistentModel>(
        _ attribute: KeyPath<Target, String>,
        relationship: KeyPath<Source, [Target]>,
        models: [Source]
    ) throws -> [RelatedText]? {
        guard !models.isEmpty else { return [] }
        let entity = try graph.stores.schema.entity(for: Source.self)
        guard !hasChanges, let property = entity.property(at: relationship),
            let destination = property.destination,
            let attribute = destination.property(at: attribute)
        else { return nil }
        return try graph.stores.read(destination) { reader in
            try reader.relatedTexts(
                in: attribute,
                to: models.map { $0._$model.key },
                by: property,
                of: entity
            )
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension ModelContext {
    /// Returns the value of an attribute, or throws the reason why it cannot be read.
    ///
    /// A property cannot throw. If its stored value cannot be decoded or decrypted, or its external
    /// file is missing, reading the property returns the default value or a placeholder, such as an
    /// empty text. This method distinguishes that from a stored value:
    ///
    /// ```swift
    /// let name = try context.value(of: \.name, in: author)
    /// ```
    ///
    /// An unsaved value is returned as it is.
    ///
    /// - Parameters:
    ///   - attribute: The key path of the attribute.
    ///   - model: The model, which belongs to the context.
    /// - Returns: The value.
    /// - Throws: `SwiftDataError.unsupportedKeyPath` if the key path is not an attribute, or the
    ///   model is not in the context; `SwiftDataError.modelValidationFailure` if the value cannot
    ///   be decoded or decrypted, or the row was deleted; `StoreError` if the store or the external
    ///   file cannot be read.
    public func value<Model, Value>(
        of attribute: KeyPath<Model, Value>,
        in model: Model
    ) throws -> Value where Model: PersistentModel {
        guard model._$model.context === self,
            let property = model._$model.entity?.property(at: attribute), property.attribute != nil
        else {
            throw SwiftDataError.unsupportedKeyPath(
                "\(attribute.displayName) is not an attribute of a model in this context"
            )
        }
        try graph.objects.requireValue(of: property, in: model)
        return model[keyPath: attribute]
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension _ModelState {
    /// Returns the value of an array attribute to modify.
    public func beginModification<M: PersistentModel, Storage: _StoredAttribute>(
        of model: M,
        _ storage: ReferenceWritableKeyPath<M, Storage>,
        at index: Int
    ) -> Storage.Value {
        model[keyPath: storage].loaded ?? resolve(model, storage, at: index)
    }

    /// Sets an array attribute to its modified value.
    public func endModification<M: PersistentModel, Storage: _StoredAttribute>(
        _ value: Storage.Value,
        of model: M,
        keyPath: KeyPath<M, Storage.Value>,
        storage: ReferenceWritableKeyPath<M, Storage>,
        at index: Int
    ) {
        assign(value, to: model, keyPath: keyPath, storage: storage, at: index)
    }

    /// Returns the models of a to-many relationship to modify.
    ///
    /// - Complexity: O(1) after a modification that appended; O(*n*) otherwise, when the array is
    ///   changed.
    public func beginModification<M: PersistentModel, T: PersistentModel>(
        of model: M,
        _ storage: ReferenceWritableKeyPath<M, _ToManyStorage<T>>,
        at index: Int
    ) -> [T] {
        model[keyPath: storage].related?.takeCopy() ?? model[keyPath: storage].loaded
            ?? resolve(model, storage, at: index)
    }

    /// Sets a to-many relationship to the modified models and updates its inverse.
    public func endModification<M: PersistentModel, T: PersistentModel>(
        _ value: [T],
        of model: M,
        keyPath: KeyPath<M, [T]>,
        storage: ReferenceWritableKeyPath<M, _ToManyStorage<T>>,
        at index: Int
    ) {
        assign(value, to: model, keyPath: keyPath, storage: storage, at: index)
        model[keyPath: storage].related?.keepCopy(value)
    }

    /// Returns the models of an optional to-many relationship to modify.
    ///
    /// - Complexity: O(1) after a modification that appended; O(*n*) otherwise, when the array is
    ///   changed.
    public func beginModification<M: PersistentModel, T: PersistentModel>(
        of model: M,
        _ storage: ReferenceWritableKeyPath<M, _OptionalToManyStorage<T>>,
        at index: Int
    ) -> [T]? {
        if let copy = model[keyPath: storage].related?.takeCopy() { return copy }
        return model[keyPath: storage].loaded ?? resolve(model, storage, at: index)
    }

    /// Sets an optional to-many relationship to the modified models and updates its inverse.
    public func endModification<M: PersistentModel, T: PersistentModel>(
        _ value: [T]?,
        of model: M,
        keyPath: KeyPath<M, [T]?>,
        storage: ReferenceWritableKeyPath<M, _OptionalToManyStorage<T>>,
        at index: Int
    ) {
        assign(value, to: model, keyPath: keyPath, storage: storage, at: index)
        if let value { model[keyPath: storage].related?.keepCopy(value) }
    }
}

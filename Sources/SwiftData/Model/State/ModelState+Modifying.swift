// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension _ModelState {
    /// Returns the value of an attribute to modify that is not a collection.
    @_disfavoredOverload
    public func beginModification<M: PersistentModel, Storage: _StoredAttribute>(
        of model: M,
        keyPath: KeyPath<M, Storage.Value>,
        _ storage: ReferenceWritableKeyPath<M, Storage>,
        at index: Int
    ) -> Storage.Value {
        formerValue(of: model, keyPath: keyPath, storage: storage, at: index)
    }

    /// Returns the collection of an attribute to modify; a large one is moved out of the model, so
    /// that it is modified in place.
    public func beginModification<M: PersistentModel, Storage: _StoredAttribute>(
        of model: M,
        keyPath: KeyPath<M, Storage.Value>,
        _ storage: ReferenceWritableKeyPath<M, Storage>,
        at index: Int
    ) -> Storage.Value where Storage.Value: Collection {
        let value = formerValue(of: model, keyPath: keyPath, storage: storage, at: index)
        if value.isMovedOut { moveValue(of: model, storage: storage, at: index) }
        return value
    }

    /// Returns the optional collection of an attribute to modify; a large one is moved out of the
    /// model, so that it is modified in place.
    public func beginModification<M: PersistentModel, Storage: _StoredAttribute, C: Collection>(
        of model: M,
        keyPath: KeyPath<M, Storage.Value>,
        _ storage: ReferenceWritableKeyPath<M, Storage>,
        at index: Int
    ) -> Storage.Value where Storage.Value == C? {
        let value = formerValue(of: model, keyPath: keyPath, storage: storage, at: index)
        if let value, value.isMovedOut { moveValue(of: model, storage: storage, at: index) }
        return value
    }

    /// Notifies observers, which may read the previous value, and returns this value.
    private func formerValue<M: PersistentModel, Storage: _StoredAttribute>(
        of model: M,
        keyPath: KeyPath<M, Storage.Value>,
        storage: ReferenceWritableKeyPath<M, Storage>,
        at index: Int
    ) -> Storage.Value {
        recordValue(of: model, at: position(of: index, in: M.self))
        willModify(model, keyPath: keyPath)
        return model[keyPath: storage].loaded ?? resolve(model, storage, at: index)
    }

    /// Removes the value of an attribute from the model until the modification ends.
    private func moveValue<M: PersistentModel, Storage: _StoredAttribute>(
        of model: M,
        storage: ReferenceWritableKeyPath<M, Storage>,
        at index: Int
    ) {
        model[keyPath: storage].loaded = nil
        modifiedProperty = Int32(truncatingIfNeeded: position(of: index, in: M.self))
    }

    /// Sets an attribute to its modified value.
    public func endModification<M: PersistentModel, Storage: _StoredAttribute>(
        _ value: Storage.Value,
        of model: M,
        keyPath: KeyPath<M, Storage.Value>,
        storage: ReferenceWritableKeyPath<M, Storage>,
        at index: Int
    ) {
        exchange(storage, of: model) { SwiftData.exchange(&$0.loaded, with: value) }
        modifiedProperty = -1
        noteAssignment(to: model, at: position(of: index, in: M.self))
        didModify(model, keyPath: keyPath)
    }

    /// Returns the models of a to-many relationship to modify.
    ///
    /// - Complexity: O(1) after another modification, in addition to a comparison of memory when it
    ///   ends; O(*n*) otherwise, when the array is changed.
    public func beginModification<M: PersistentModel, T: PersistentModel>(
        of model: M,
        keyPath: KeyPath<M, [T]>,
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
        assign(
            value,
            to: model,
            keyPath: keyPath,
            storage: storage,
            at: index,
            isModification: true
        )
    }

    /// Returns the models of an optional to-many relationship to modify.
    ///
    /// - Complexity: O(1) after another modification, in addition to a comparison of memory when it
    ///   ends; O(*n*) otherwise, when the array is changed.
    public func beginModification<M: PersistentModel, T: PersistentModel>(
        of model: M,
        keyPath: KeyPath<M, [T]?>,
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
        assign(
            value,
            to: model,
            keyPath: keyPath,
            storage: storage,
            at: index,
            isModification: true
        )
    }
}

extension Collection {
    /// Whether the collection is so large that it is moved out for a modification (decision 0077).
    fileprivate var isMovedOut: Bool { count * MemoryLayout<Element>.stride > 4096 }
}

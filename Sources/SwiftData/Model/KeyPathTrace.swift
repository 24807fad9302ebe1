// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Finds the properties that a key path passes through, by following it over stand-in models.
///
/// A key path can't be taken apart, but it can be followed: each stand-in notes which of its properties
/// is asked for and answers a relationship with the next stand-in.
final class KeyPathTrace {
    private(set) var indexes: [Int] = []

    func record(_ index: Int) { indexes.append(index) }

    func target<T: PersistentModel>(of type: T.Type, at index: Int) -> T {
        record(index)
        return standIn(for: type)
    }

    private func standIn<T: PersistentModel>(for type: T.Type) -> T {
        let model = T(backingData: _EmptyBackingData<T>())
        model._$model.lifecycle = .keyPathProbe
        model._$model.trace = self
        return model
    }

    /// The indexes of the properties that `keyPath` passes through, from the root on.
    static func indexes<M: PersistentModel>(of keyPath: PartialKeyPath<M>) -> [Int] {
        let trace = KeyPathTrace()
        _ = trace.standIn(for: M.self)[keyPath: keyPath]
        return trace.indexes
    }
}

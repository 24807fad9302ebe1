// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Determines the properties along a key path by applying the key path to probe models.
///
/// The components of a key path are not accessible. A probe model records each accessed property
/// and returns another probe for a relationship.
final class KeyPathTrace {
    private(set) var indexes: [Int] = []

    func record(_ index: Int) { indexes.append(index) }

    func target<T: PersistentModel>(
        of type: T.Type,
        at index: Int,
        in entity: EntityDescription?
    ) -> T {
        record(index)
        return makeProbe(of: type, in: entity?.properties[index].destination)
    }

    private func makeProbe<T: PersistentModel>(of type: T.Type, in entity: EntityDescription?) -> T
    {
        let model = T(backingData: _EmptyBackingData<T>())
        model._$model.lifecycle = .keyPathProbe
        model._$model.group = entity.map { ModelGroup(nil, entity: $0, store: nil) }
        model._$model.trace = self
        return model
    }

    /// Returns the indexes of the properties along a key path, starting at the root.
    static func indexes<M: PersistentModel>(
        of keyPath: PartialKeyPath<M>,
        in entity: EntityDescription
    ) -> [Int] {
        let trace = KeyPathTrace()
        _ = trace.makeProbe(of: M.self, in: entity)[keyPath: keyPath]
        return trace.indexes
    }
}

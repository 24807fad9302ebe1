// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Backing data with the values of a snapshot.
///
/// Each model in a relationship is a placeholder with an identifier.
final class SnapshotBackingData<Model: PersistentModel>: _KeyPathBackingData, SnapshotValues {
    var persistentModelID: PersistentIdentifier?
    /// The values; nil for backing data of a new model.
    private(set) var content: SnapshotContent?
    /// The type of the model.
    var metadata: Any { Model.self }

    init(_ content: SnapshotContent, identifier: PersistentIdentifier) {
        self.content = content
        persistentModelID = identifier
    }

    init(for modelType: Model.Type) {}

    func value<Value>(at key: KeyPath<Model, Value>) -> Value {
        guard let content, let property = content.entity.property(at: key) else {
            return _EmptyBackingData<Model>().value(at: key)
        }
        if let destination = property.destination {
            let model = Model.makeEmpty()
            let targets = (content.related[property.index] ?? []).map { identifier in
                let target = destination.makeModel()
                target._$model.becomePlaceholder(for: identifier)
                return target
            }
            property.relation?.setTargets(targets, of: model)
            return model[keyPath: key]
        }
        let value = try? content.value(of: property)
        return value as? Value ?? _EmptyBackingData<Model>().value(at: key)
    }

    func set<Value>(_ newValue: Value, at key: KeyPath<Model, Value>) {
        guard let property = content?.entity.property(at: key), property.destination == nil,
            let columns = try? property.access.columnValues(ofAny: newValue)
        else { return }
        content?.set(columns, of: property)
    }
}

/// Backing data that was made of a snapshot's content.
protocol SnapshotValues {
    /// The values; nil if there are none.
    var content: SnapshotContent? { get }
}

extension ModelClass {
    /// Creates backing data with the values of a snapshot of this class.
    func makeBackingData(
        _ content: SnapshotContent,
        identifier: PersistentIdentifier
    ) -> any BackingData {
        type.makeBackingData(content, identifier: identifier)
    }
}

extension PersistentModel {
    /// Creates backing data with the values of a snapshot of this class.
    fileprivate static func makeBackingData(
        _ content: SnapshotContent,
        identifier: PersistentIdentifier
    ) -> any BackingData {
        SnapshotBackingData<Self>(content, identifier: identifier)
    }
}

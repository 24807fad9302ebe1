// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension Schema {
    /// The description of one property in the table that `@Model` generates.
    public struct PropertyMetadata {
        let name: String
        let keyPath: AnyKeyPath
        let metadata: (any SchemaProperty)?
        let makeDefaultValue: (() -> Any?)?
        /// The accessor of the property's storage; nil for indexes and constraints.
        let access: _PropertyAccess?

        /// Creates the description of an index or constraint, which has no storage.
        public init(
            name: String,
            keypath: AnyKeyPath,
            defaultValue: Any? = nil,
            metadata: (any SchemaProperty)? = nil
        ) {
            self.name = name
            self.keyPath = keypath
            self.metadata = metadata
            self.makeDefaultValue = defaultValue.map { value in { value } }
            self.access = nil
        }

        /// Creates the description of a persisted property without a default value.
        public init<M: PersistentModel, S: _PropertyStorage>(
            name: String,
            keypath: KeyPath<M, S.Value>,
            storage: @escaping _StorageAccess<M, S>,
            metadata: (any SchemaProperty)? = nil
        ) {
            self.name = name
            self.keyPath = keypath
            self.metadata = metadata
            self.makeDefaultValue = nil
            self.access = S.makeAccess(keyPath: keypath, storage: storage)
        }

        /// Creates the description of a persisted property with a lazily evaluated default value.
        public init<M: PersistentModel, S: _PropertyStorage>(
            name: String,
            keypath: KeyPath<M, S.Value>,
            storage: @escaping _StorageAccess<M, S>,
            defaultValue: @autoclosure @escaping () -> S.Value,
            metadata: (any SchemaProperty)? = nil
        ) {
            self.name = name
            self.keyPath = keypath
            self.metadata = metadata
            self.makeDefaultValue = defaultValue
            let access = S.makeAccess(keyPath: keypath, storage: storage)
            if let typed = access.value as? StorageAccess<M, S> {
                typed.makeDefaultColumnValues = { [unowned typed] in
                    try typed.columnValues(of: defaultValue())
                }
            }
            self.access = access
        }
    }
}

extension Schema.PropertyMetadata: CustomReflectable {
    /// The name, the key path, the default value and the description of the property.
    ///
    /// The type has no public properties: libraries read them from its mirror, by these labels.
    public var customMirror: Mirror {
        let defaultValue = makeDefaultValue?() ?? nil
        return Mirror(
            self,
            children: [
                "name": name,
                "keypath": keyPath,
                "defaultValue": defaultValue as Any,
                "metadata": metadata as Any,
            ],
            displayStyle: .struct
        )
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension Schema {
    /// One line of the table that `@Model` makes of a model's properties.
    public struct PropertyMetadata {
        let name: String
        let keyPath: AnyKeyPath
        let metadata: (any SchemaProperty)?
        let makeDefaultValue: (() -> Any?)?
        /// How to reach the storage; nil for indexes and constraints.
        let access: _PropertyAccess?

        /// Describes a property by name and key path alone, as for indexes and constraints.
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

        /// Describes a persisted property without a default value.
        public init<M: PersistentModel, S: _PropertyStorage>(
            name: String,
            keypath: KeyPath<M, S.Value>,
            storage: ReferenceWritableKeyPath<M, S>,
            metadata: (any SchemaProperty)? = nil
        ) {
            self.name = name
            self.keyPath = keypath
            self.metadata = metadata
            self.makeDefaultValue = nil
            self.access = S.makeAccess(keyPath: keypath, storage: storage)
        }

        /// Describes a persisted property and its default value, evaluated when it is needed.
        public init<M: PersistentModel, S: _PropertyStorage>(
            name: String,
            keypath: KeyPath<M, S.Value>,
            storage: ReferenceWritableKeyPath<M, S>,
            defaultValue: @autoclosure @escaping () -> S.Value,
            metadata: (any SchemaProperty)? = nil
        ) {
            self.name = name
            self.keyPath = keypath
            self.metadata = metadata
            self.makeDefaultValue = defaultValue
            let access = S.makeAccess(keyPath: keypath, storage: storage)
            access.makeDefaultColumnValue = { try S.columnValue(of: defaultValue()) }
            self.access = access
        }
    }
}

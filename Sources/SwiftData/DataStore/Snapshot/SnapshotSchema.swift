// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Synchronization

/// The schema of a custom store, which determines the types of snapshot values.
final class SnapshotSchema: Sendable {
    let schema: ResolvedSchema
    let layout: SchemaLayout

    /// The schema of the store that is being called on this thread.
    @TaskLocal static var current: SnapshotSchema?
    /// The schemas of open stores by store identifier.
    private static let open = Mutex<[String: Reference]>([:])

    private struct Reference: Sendable { weak let schema: SnapshotSchema? }

    init(_ schema: ResolvedSchema, layout: SchemaLayout) {
        self.schema = schema
        self.layout = layout
    }

    /// Makes the schema available for snapshots that are decoded outside of a call of the store.
    func register(for storeIdentifier: String) {
        let reference = Reference(schema: self)
        Self.open.withLock { open in
            open = open.filter { $0.value.schema != nil }
            open[storeIdentifier] = reference
        }
    }

    /// Returns the name of the entity of an identifier, which may have the name of a subclass.
    static func entityName(of identifier: PersistentIdentifier) -> String {
        current?.schema.entity(ofClass: identifier.entityName)?.name ?? identifier.entityName
    }

    /// Returns the schema for a snapshot with an identifier; nil if no open store has it.
    static func schema(for identifier: PersistentIdentifier) -> SnapshotSchema? {
        if let current, current.schema.entity(ofClass: identifier.entityName) != nil {
            return current
        }
        guard let store = identifier.storeIdentifier else { return nil }
        return open.withLock { $0[store]?.schema }
    }
}

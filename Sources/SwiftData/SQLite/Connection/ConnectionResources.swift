// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The resources that all connections of a store share.
final class ConnectionResources: Sendable {
    let layout: SchemaLayout
    /// The identifier of the store.
    let store: String
    /// The SQL for the table of each entity, by entity index.
    let tables: [TableSQL]
    let files: ExternalFiles?
    let path: String

    init(layout: SchemaLayout, store: String, files: ExternalFiles?, path: String) {
        self.layout = layout
        self.store = store
        tables = layout.tables.map { TableSQL($0) }
        self.files = files
        self.path = path
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The resources that all connections of a store share.
final class ConnectionResources: Sendable {
    let layout: SchemaLayout
    /// The identifier of the store.
    let store: String
    /// The SQL for the table of each entity, by entity index.
    let tables: [TableSQL]
    /// The SQL for the full-text index of each entity, by entity index.
    let indexes: [FullTextIndexSQL?]
    /// The SQL for each join table, by its index in the layout.
    let joins: [JoinSQL]
    let renderedQueries = RenderedQueries()
    let relatedStatements = RelatedStatements()
    let merging: FullTextMerging
    let files: ExternalFiles?
    let path: String
    /// The cipher of encrypted columns; nil if the store has no key.
    let cipher: ValueCipher?
    /// The names of the encrypted columns, by model class name; classes without any are omitted.
    let encryptedColumns: [String: Set<String>]

    init(
        layout: SchemaLayout,
        store: String,
        files: ExternalFiles?,
        path: String,
        cipher: ValueCipher?
    ) {
        self.layout = layout
        self.store = store
        tables = layout.tables.map { TableSQL($0) }
        indexes = tables.map(\.index)
        joins = layout.joinTables.map { JoinSQL($0) }
        merging = FullTextMerging(entityCount: layout.tables.count)
        self.files = files
        self.path = path
        self.cipher = cipher
        encryptedColumns = layout.encryptedColumns
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension DataStoreConfiguration {
    /// Opens the store of the configuration.
    ///
    /// A custom store evaluates queries that it leaves to the framework in an empty store in
    /// memory.
    ///
    /// - Throws: The errors of the store.
    func openStore(
        for schema: StoreSchema,
        of resolvedSchema: ResolvedSchema,
        migrationPlan: (any SchemaMigrationPlan.Type)?
    ) throws -> any ContextStore {
        if let factory = self as? any StoreFactory {
            return try factory.openStore(for: schema, migrationPlan: migrationPlan)
        }
        if let property = schema.firstEncryptedColumn {
            throw SwiftDataError.loadIssue(
                "\(property) is encrypted, but '\(name)' is the configuration of a custom store, which "
                    + "receives plain values; remove the option"
            )
        }
        var configuration = self
        if configuration.schema == nil { configuration.schema = Schema(schema.models) }
        let evaluator = try ModelConfiguration(isStoredInMemoryOnly: true)
            .openStore(for: schema, migrationPlan: nil)
        return try DataStoreAdapter<Store>(
            configuration,
            schema: schema,
            of: resolvedSchema,
            evaluator: evaluator
        )
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension ModelConfiguration: StoreFactory {
    func openStore(
        for schema: StoreSchema,
        migrationPlan: (any SchemaMigrationPlan.Type)?
    ) throws -> any ContextStore {
        try SQLiteStore(self, schema: schema, migrationPlan: migrationPlan)
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

extension ModelConfiguration: StoreExamining {
    func migrationPreview(
        for schema: StoreSchema,
        migrationPlan: (any SchemaMigrationPlan.Type)?
    ) -> MigrationPreview {
        guard !isStoredInMemoryOnly else {
            return MigrationPreview(of: url, .created, to: schema.version)
        }
        var configuration = self
        configuration.url = url.resolvingSymlinksInPath()
        do {
            return try SharedStoreFile.withExisting(configuration.url) { openStores in
                StoreInspection(
                    configuration,
                    plan: migrationPlan,
                    target: schema,
                    openStores: openStores
                )
                .preview()
            }
        } catch {
            return MigrationPreview(of: url, .rejected, to: schema.version, error: error)
        }
    }

    func copyStore(to copy: URL) throws {
        let file = StoreFile(url.resolvingSymlinksInPath())
        try SharedStoreFile.withExisting(file.url) { openStores in
            try file.copyUnchanged(to: copy, mayBeOpen: openStores.mayExist)
        }
    }
}

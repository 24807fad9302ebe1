// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

extension ModelConfiguration: StoreExamining {
    func migrationPreview(
        for schema: StoreSchema,
        migrationPlan: (any SchemaMigrationPlan.Type)?
    ) throws -> MigrationPreview {
        guard !isStoredInMemoryOnly else {
            return MigrationPreview(of: url, .created, to: schema.version)
        }
        var configuration = self
        configuration.url = url.resolvingSymlinksInPath()
        let preview: Result<MigrationPreview, any Error>
        do {
            preview = try SharedStoreFile.withExisting(configuration.url) { openStores in
                let inspection = StoreInspection(
                    configuration,
                    plan: migrationPlan,
                    target: schema,
                    openStores: openStores
                )
                return Result { try inspection.preview() }
            }
        } catch {
            return MigrationPreview(of: url, .rejected, to: schema.version, error: error)
        }
        return try preview.get()
    }

    func copyStore(to copy: URL) throws {
        let file = StoreFile(url.resolvingSymlinksInPath())
        try SharedStoreFile.withExisting(file.url) { openStores in
            try file.copyUnchanged(to: copy, mayBeOpen: openStores.mayExist)
        }
    }
}

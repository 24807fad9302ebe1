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

    package func verifyStore() throws -> StoreVerification {
        let file = StoreFile(url.resolvingSymlinksInPath())
        guard try file.isWritten(mayBeOpen: false) else {
            throw StoreError(.notAStore, "\(file.path) is not a store")
        }
        return try file.unchanged(mayBeOpen: false).read { db in
            try SQLFunctions.install(in: db)
            guard let stored = try file.schema(in: db) else {
                throw StoreError(.notAStore, "\(file.path) is not a store")
            }
            var problems: [String] = []
            try db.step("PRAGMA integrity_check") { row in
                if let text = row.text(0), text != "ok" { problems.append(text) }
            }
            try db.step("PRAGMA foreign_key_check") { row in
                problems.append(
                    "row \(row.integer(1)) of \(row.text(0) ?? "") refers to a row of "
                        + "\(row.text(2) ?? "") that does not exist"
                )
            }
            var counts: [String: Int] = [:]
            for entity in stored.shape.entities {
                let count = try db.integer("SELECT count(*) FROM \(identifier: entity.name)")
                counts[entity.name] = Int(count ?? 0)
            }
            return StoreVerification(
                problems: problems,
                rowCounts: counts,
                version: stored.shape.version
            )
        }
    }

    func copyStore(to copy: URL) throws {
        let file = StoreFile(url.resolvingSymlinksInPath())
        try SharedStoreFile.withExisting(file.url) { openStores in
            try file.copyUnchanged(to: copy, mayBeOpen: openStores.mayExist)
        }
    }
}

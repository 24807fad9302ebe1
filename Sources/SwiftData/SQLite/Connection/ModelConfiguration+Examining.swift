// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation

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

    package func verifyStore(
        _ rules: [StoreVerification.Rule],
        interruption: ReadInterruption?
    ) throws -> StoreVerification {
        let file = StoreFile(url.resolvingSymlinksInPath())
        // Before the file is opened, and before waiting for the writer of an open store.
        guard !OpenedFile.isOpenInProcess(file.path) else { throw file.isOpenError }
        return try SharedStoreFile.withExisting(file.url) { openStores in
            guard !openStores.mayExist else { throw file.isOpenError }
            guard try file.isWritten(mayBeOpen: false) else {
                throw StoreError(.notAStore, "\(file.path) is not a store")
            }
            return try file.unchanged(mayBeOpen: false).read { db in
                try SQLFunctions.install(in: db)
                func verify() throws -> StoreVerification {
                    guard let stored = try file.schema(in: db) else {
                        throw StoreError(.notAStore, "\(file.path) is not a store")
                    }
                    return try StoreVerification(of: stored, in: db, rules)
                }
                guard let interruption else { return try verify() }
                return try db.interrupting(by: interruption, verify)
            }
        }
    }

    func copyStore(to copy: URL) throws {
        let file = StoreFile(url.resolvingSymlinksInPath())
        try SharedStoreFile.withExisting(file.url) { openStores in
            try file.copyUnchanged(to: copy, mayBeOpen: openStores.mayExist)
        }
    }
}

extension StoreFile {
    fileprivate var isOpenError: StoreError {
        StoreError(
            .locked,
            "\(path) is open in this process; only a file that is not open can be checked"
        )
    }
}

extension ModelConfiguration {
    /// Whether the file at a URL and its folder can be written; true if there is no file.
    package static func canWriteStore(at url: URL) -> Bool {
        StoreFile(url.resolvingSymlinksInPath()).isWritable
    }
}

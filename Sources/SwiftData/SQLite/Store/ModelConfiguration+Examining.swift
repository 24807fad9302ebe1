// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation

extension ModelConfiguration: StoreExamining {
    func migrationPreview(
        for schema: StoreSchema,
        migrationPlan: (any SchemaMigrationPlan.Type)?
    ) throws -> MigrationPreview {
        guard !isStoredInMemoryOnly else {
            return MigrationPreview(of: url, outcome: .created, to: schema.version)
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
            return MigrationPreview(of: url, outcome: .rejected, to: schema.version, error: error)
        }
        return try preview.get()
    }

    package func verifyStore(
        _ rules: [StoreVerification.Rule],
        options: StoreVerification.Options = StoreVerification.Options(),
        interruption: ReadInterruption? = nil
    ) throws -> StoreVerification {
        let file = StoreFile(url.resolvingSymlinksInPath())
        // Before the file is opened, and before waiting for the writer of an open store.
        guard !OpenedFile.isOpenInProcess(file.path) else { throw file.isOpenError }
        func verify(in db: SQLiteDatabase) throws -> StoreVerification {
            try SQLFunctions.install(in: db)
            func verify() throws -> StoreVerification {
                guard let stored = try file.schema(in: db) else {
                    throw StoreError(.notAStore, "\(file.path) is not a store")
                }
                return try StoreVerification(
                    of: stored,
                    in: db,
                    rules: rules,
                    options: options,
                    // A key that cannot be read does not prevent the other checks.
                    key: encryptionKey ?? (try? deviceKey.read())
                )
            }
            guard let interruption else { return try verify() }
            return try db.interrupting(by: interruption, verify)
        }
        guard !options.isShared else { return try file.readBesideOthers(verify) }
        return try SharedStoreFile.withExisting(file.url) { openStores in
            guard !openStores.mayExist else { throw file.isOpenError }
            try file.requireWritten()
            return try file.unchanged(mayBeOpen: false).read(verify)
        }
    }

    package func replaceStore(byCopyOf source: URL) throws -> URL? {
        let file = StoreFile(url.resolvingSymlinksInPath())
        let source = StoreFile(source.resolvingSymlinksInPath())
        guard !source.isSameFile(as: file) else {
            throw StoreError(.failed, "\(source.path) is the store itself; choose a copy of it")
        }
        // Before the lock, which is a file in this folder.
        try file.createFolder()
        let use = try SharedStoreFile.open(file.url, for: .wholeFile)
        use.file.writing.lock()
        defer { use.file.writing.unlock() }
        guard !use.openStores.mayExist else { throw file.isOpenError }
        return try SharedStoreFile.withExisting(source.url) { openStores in
            guard !openStores.mayExist else { throw source.isOpenError }
            return try file.replace(byCopyOf: source)
        }
    }

    package func rebuildIndexes() throws -> URL? {
        let file = StoreFile(url.resolvingSymlinksInPath())
        let use = try SharedStoreFile.open(file.url, for: .wholeFile)
        use.file.writing.lock()
        defer { use.file.writing.unlock() }
        guard !use.openStores.mayExist else { throw file.isOpenError }
        guard try file.isWritten(mayBeOpen: false) else {
            throw StoreError(.notAStore, "there is no store at \(file.path)")
        }
        func repair(_ db: SQLiteDatabase) throws -> IndexRepair {
            guard let stored = try file.schema(in: db) else {
                throw StoreError(.notAStore, "\(file.path) is not a store")
            }
            return IndexRepair(of: stored, in: db)
        }
        var needsCopy = false
        try file.write { db in
            let repair = try repair(db)
            needsCopy = try repair.isNeeded
            if !needsCopy { try repair.makeFullTextIndexes() }
        }
        return needsCopy ? try file.replaceByCopy { db in try repair(db).run() } : nil
    }

    package func copyStore(to copy: URL) throws {
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
    /// Returns whether the process that locked the store at a URL last checks or replaces its file,
    /// and therefore releases the lock by itself.
    package static func isBrieflyLocked(_ url: URL) -> Bool {
        let url = url.resolvingSymlinksInPath()
        guard LockFile.exists(for: url) else { return false }
        return (try? LockFile(for: url).isHeldBriefly) ?? false
    }

    /// Whether the file at a URL and its folder can be written; true if there is no file.
    package static func canWriteStore(at url: URL) -> Bool {
        StoreFile(url.resolvingSymlinksInPath()).isWritable
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

/// A trial of a migration plan, version by version, on a copy of a store.
///
/// A test creates a store with the models of an old version, or copies one of its fixtures. It then
/// migrates the copy and checks the models of each version:
///
/// ```swift
/// let rehearsal = try MigrationRehearsal(of: LibraryPlan.self, from: LibraryV1.self) {
///     $0.insert(LibraryV1.Book(title: "Emma"))
/// }
/// try rehearsal.migrate(to: LibraryV2.self) { context in
///     let books = try context.fetch(FetchDescriptor<LibraryV2.Book>())
///     #expect(books.map(\.isbn) == ["unknown"])
/// }
/// ```
///
/// The copy is in a folder for temporary files, which is removed with the rehearsal.
///
/// ## Topics
///
/// ### Creating a rehearsal
///
/// - ``init(of:from:encryptionKey:insertingModels:)``
/// - ``init(of:onCopyOf:encryptionKey:)``
///
/// ### Migrating the copy
///
/// - ``migrate(to:_:)``
/// - ``migrateStepwise(_:)``
/// - ``preview(to:)``
///
/// ### State
///
/// - ``version``
/// - ``url``
public final class MigrationRehearsal {
    /// The location of the copy.
    public let url: URL
    private let plan: any SchemaMigrationPlan.Type
    private let encryptionKey: ModelConfiguration.EncryptionKey?
    /// Owns the folder of the copy.
    private let folder: TemporaryFiles

    /// Creates a rehearsal on a copy of a store, with its external files.
    ///
    /// - Parameters:
    ///   - plan: The migration plan.
    ///   - store: The location of the store, which is not changed.
    ///   - encryptionKey: The key of the store, if it has one.
    /// - Throws: `StoreError` if there is no store or it cannot be read.
    public init(
        of plan: any SchemaMigrationPlan.Type,
        onCopyOf store: URL,
        encryptionKey: ModelConfiguration.EncryptionKey? = nil
    ) throws {
        folder = try TemporaryFiles()
        url = folder.url.appending(path: "rehearsal.store")
        self.plan = plan
        self.encryptionKey = encryptionKey
        try ModelConfiguration(url: store).copyStore(to: url)
    }

    /// Creates a rehearsal on a new store of an old version.
    ///
    /// - Parameters:
    ///   - plan: The migration plan.
    ///   - version: The version of the store.
    ///   - encryptionKey: The key for encrypted attributes, if there are any.
    ///   - insertModels: Inserts models of the version into a context, which is saved afterwards.
    /// - Throws: The errors of the closure, of creating the store and of saving.
    public init(
        of plan: any SchemaMigrationPlan.Type,
        from version: any VersionedSchema.Type,
        encryptionKey: ModelConfiguration.EncryptionKey? = nil,
        insertingModels insertModels: (_ context: ModelContext) throws -> Void
    ) throws {
        folder = try TemporaryFiles()
        url = folder.url.appending(path: "rehearsal.store")
        self.plan = plan
        self.encryptionKey = encryptionKey
        try withContext(of: version, migrationPlan: nil) { context in
            try insertModels(context)
            try context.save()
        }
    }

    /// The version of the copy; nil if the plan does not contain it.
    ///
    /// - Throws: `StoreError` if the copy cannot be read; `SwiftDataError` if a version of the plan
    ///   is invalid.
    public var version: Schema.Version? {
        get throws {
            switch try currentVersion() {
            case .success(let version): version.versionIdentifier
            case .failure: nil
            }
        }
    }

    /// Migrates the copy to a version, through all stages of the plan before it.
    ///
    /// - Parameters:
    ///   - version: A version of the plan, not before the copy's version.
    ///   - body: Checks the models of the version, and may change and save them.
    /// - Returns: The result of `body`.
    /// - Throws: The errors of `body`, of the stages and of opening the store. After an error of a
    ///   stage, the copy still has its previous version.
    @discardableResult
    public func migrate<R>(
        to version: any VersionedSchema.Type,
        _ body: (_ context: ModelContext) throws -> R
    ) throws -> R {
        try withContext(of: version, migrationPlan: plan, body)
    }

    /// Migrates the copy to each version of the plan in turn, from its own to the last.
    ///
    /// - Parameter body: Checks the models of a version.
    /// - Throws: `SwiftDataError.unknownSchema` if the plan does not contain the version of the
    ///   copy; the errors of ``migrate(to:_:)``.
    public func migrateStepwise(
        _ body: (_ version: any VersionedSchema.Type, _ context: ModelContext) throws -> Void
    ) throws {
        let current = try currentVersion().get().versionIdentifier
        for version in versions where version.versionIdentifier >= current {
            try migrate(to: version) { try body(version, $0) }
        }
    }

    /// Returns the effect that migrating the copy to a version would have.
    ///
    /// - Throws: `SwiftDataError` if the schema of the version is invalid; `StoreError` if a
    ///   temporary copy of the store cannot be written.
    public func preview(to version: any VersionedSchema.Type) throws -> MigrationPreview {
        let previews = try ModelContainer.migrationPreviews(
            for: Schema(versionedSchema: version),
            migrationPlan: plan,
            configurations: [configuration]
        )
        return previews[0]
    }

    // MARK: Versions

    /// The versions of the plan, oldest first.
    private var versions: [any VersionedSchema.Type] { plan.versions }

    /// Returns the version of the copy, the first that it can be opened with; a failure if the plan
    /// does not contain it.
    ///
    /// - Throws: The errors of ``version``.
    private func currentVersion() throws -> Result<any VersionedSchema.Type, SwiftDataError> {
        var missing = SwiftDataError.unknownSchema("the migration plan has no versions")
        for version in versions {
            let preview = try preview(to: version)
            guard let error = preview.error else { return .success(version) }
            guard let error = error as? SwiftDataError,
                error == .unknownSchema || error == .backwardMigration
            else { throw error }
            missing = error
        }
        return .failure(missing)
    }

    // MARK: Containers

    private var configuration: ModelConfiguration {
        var configuration = ModelConfiguration(url: url)
        configuration.encryptionKey = encryptionKey
        return configuration
    }

    /// Calls `body` with a context of a container that is closed afterwards.
    private func withContext<R>(
        of version: any VersionedSchema.Type,
        migrationPlan: (any SchemaMigrationPlan.Type)?,
        _ body: (ModelContext) throws -> R
    ) throws -> R {
        let container = try ModelContainer(
            for: Schema(versionedSchema: version),
            migrationPlan: migrationPlan,
            configurations: [configuration]
        )
        let result: R
        do {
            result = try body(ModelContext(container))
        } catch {
            try? container.close()
            throw error
        }
        try container.close()
        return result
    }
}

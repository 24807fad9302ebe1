// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A migration from one version of a schema to another.
///
/// A stage to an earlier version lets an older program open a newer store. A store takes the route
/// with the fewest stages.
///
/// ```swift
/// static let addNumbers = MigrationStage.custom(
///     fromVersion: LibraryV1.self,
///     toVersion: LibraryV2.self,
///     willMigrate: { context in
///         let books = try context.fetch(FetchDescriptor<LibraryV1.Book>())
///         for book in books where book.isbn == nil { book.isbn = "unknown" }
///         try context.save()
///     },
///     didMigrate: nil
/// )
/// ```
public enum MigrationStage: Sendable {
    /// A migration that is inferred from the differences between the versions.
    case lightweight(
        fromVersion: any VersionedSchema.Type,
        toVersion: any VersionedSchema.Type
    )
    /// An inferred migration with custom code before and after it.
    ///
    /// `willMigrate` receives a context with the old models, `didMigrate` a context with the new
    /// models. Both must save the context.
    @preconcurrency
    case custom(
        fromVersion: any VersionedSchema.Type,
        toVersion: any VersionedSchema.Type,
        willMigrate: (@Sendable (_ context: ModelContext) throws -> Void)?,
        didMigrate: (@Sendable (_ context: ModelContext) throws -> Void)?
    )
}

/// The versions of a schema and the stages that migrate stores between them.
public protocol SchemaMigrationPlan: SendableMetatype {
    /// The versions of the schema; those that a stage names belong to the plan also if they are not
    /// listed.
    static var schemas: [any VersionedSchema.Type] { get }
    /// The stages from one version to another.
    static var stages: [MigrationStage] { get }
}

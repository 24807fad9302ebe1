// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

extension ModelContainer {
    /// Returns the effect that opening a store with a schema would have, without opening it.
    ///
    /// - Parameters:
    ///   - schema: The schema of the container.
    ///   - migrationPlan: The migration plan of the container.
    ///   - url: The location of the store, which another container of the process may have open.
    /// - Returns: The stages of the migration, or the error that rejects it.
    /// - Throws: `SwiftDataError` if the schema is invalid; `StoreError` if a temporary copy, which
    ///   the preview of a store with a log needs, cannot be written. An error of the store or of
    ///   the migration is the ``MigrationPreview/error`` of the result.
    /// - Complexity: O(*n*) for *n* rows in the tables that change.
    public static func migrationPreview(
        for schema: Schema,
        migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        url: URL
    ) throws -> MigrationPreview {
        let configuration = ModelConfiguration(url: url)
        let previews = try migrationPreviews(
            for: schema,
            migrationPlan: migrationPlan,
            configurations: [configuration]
        )
        return previews[0]
    }

    /// Returns the effect that opening a store with model types would have, without opening it.
    ///
    /// - Throws: The errors of ``migrationPreview(for:migrationPlan:url:)-(Schema,_,_)``.
    public static func migrationPreview(
        for forTypes: any PersistentModel.Type...,
        migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        url: URL
    ) throws -> MigrationPreview {
        try migrationPreview(for: Schema(forTypes), migrationPlan: migrationPlan, url: url)
    }

    /// Returns the effects of the container's initializer on the stores of its configurations.
    ///
    /// Without configurations, the result is the effect on the default store.
    ///
    /// - Throws: `SwiftDataError` if the schema is invalid or configurations contradict each other;
    ///   `StoreError` if a temporary copy of a store cannot be written. An error of a store or of a
    ///   migration is the ``MigrationPreview/error`` of a result.
    public static func migrationPreviews(
        for schema: Schema,
        migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations given: [ModelConfiguration] = []
    ) throws -> [MigrationPreview] {
        let configurations = given.isEmpty ? [ModelConfiguration()] : given
        let resolved = try ResolvedSchema(schema)
        let layout = SchemaLayout(resolved)
        let division = try StoreCoordinator.divide(resolved, among: configurations)
        return try zip(configurations, division).map { configuration, entities in
            try configuration.migrationPreview(
                for: StoreSchema(layout, entities: entities, version: resolved.version),
                migrationPlan: migrationPlan
            )
        }
    }
}

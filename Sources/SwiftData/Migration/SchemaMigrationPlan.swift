// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The versions of a schema and the stages that migrate stores between them.
public protocol SchemaMigrationPlan: SendableMetatype {
    /// The versions of the schema, oldest first.
    static var schemas: [any VersionedSchema.Type] { get }
    /// The stages from one version to a later version, oldest first.
    static var stages: [MigrationStage] { get }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The versions that an app's models have had, and how stores get from one to the next.
public protocol SchemaMigrationPlan: SendableMetatype {
    /// The versions, oldest first.
    static var schemas: [any VersionedSchema.Type] { get }
    /// The ways from a version to a later one, oldest first.
    static var stages: [MigrationStage] { get }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// One version of a schema with its model types.
public protocol VersionedSchema: SendableMetatype {
    /// The model types of this version.
    static var models: [any PersistentModel.Type] { get }
    /// The version number, which determines the order of versions.
    static var versionIdentifier: Schema.Version { get }
}

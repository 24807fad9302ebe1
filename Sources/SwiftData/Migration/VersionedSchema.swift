// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// One version of an app's models.
public protocol VersionedSchema: SendableMetatype {
    /// The model types of this version.
    static var models: [any PersistentModel.Type] { get }
    /// The label of this version, which orders versions.
    static var versionIdentifier: Schema.Version { get }
}

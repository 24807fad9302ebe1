// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension PersistentModel {
    /// Returns the name under which history records a persisted property.
    package static func historyName(of keyPath: PartialKeyPath<Self>) -> String? {
        schemaMetadata.first { $0.keyPath == keyPath }?.name
    }
}

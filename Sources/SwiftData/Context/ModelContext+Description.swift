// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension ModelContext: CustomDebugStringConvertible {
    /// The numbers of models with unsaved changes, for debugging.
    public var debugDescription: String {
        let pending = graph.changes.pending
        return "ModelContext - inserted: \(insertedModelsArray.count), "
            + "changed: \(pending.changed.count), "
            + "deleted: \(pending.deleted.count + pending.deletedRows.count)"
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The context that reads or writes a store.
struct StoreClient {
    /// The identity and author of the context.
    var editingState = EditingState()
    /// Cancels the reads of the context; nil if they cannot be cancelled.
    var interruption: ReadInterruption?
    /// Whether commits with few short texts leave them to another commit for the full-text index.
    var defersIndexing = false
    /// Returns the temporary identifier of an inserted model, given its entity and key; nil if
    /// there is none.
    var temporaryIdentifier: ((EntityDescription, Int64) -> PersistentIdentifier?)?
}

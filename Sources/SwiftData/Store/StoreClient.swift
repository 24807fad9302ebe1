// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The context that reads or writes a store.
struct StoreClient {
    /// The identity and author of the context.
    var editingState = EditingState()
    /// Cancels the reads of the context; nil if they cannot be cancelled.
    var interruption: ReadInterruption?
    /// Whether commits with few short strings leave their indexing to a later commit.
    var defersIndexing = false
    /// Returns the temporary identifier of an inserted model, given its entity and key, or `nil`.
    var temporaryIdentifier: ((EntityDescription, Int64) -> PersistentIdentifier?)?
}

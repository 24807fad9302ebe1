// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A part of overwriting deleted content in the files of a store.
///
/// Each part is called until it is complete, and takes little time per call, so that other writes
/// can be committed in between.
enum ErasureStep {
    /// Removes words of deleted rows from the full-text indexes.
    case mergeIndexes
    /// Overwrites deleted rows.
    case overwriteRows
    /// Rewrites the file without its free pages, in one call.
    case rewriteFile
    /// Removes the copy of the store from before its last migration.
    case removeBackup
    /// Empties the write-ahead log, which contains old versions of pages.
    case emptyLog
}

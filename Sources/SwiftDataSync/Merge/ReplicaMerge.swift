// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The rows of a replica, to which changes are applied by the rules of the merge.
///
/// There is one file for each group of rules: the application of a change, fields and their guard,
/// content, deletions, and redirects.
struct ReplicaMerge: Sendable {
    /// The rules that a test leaves out.
    let omitted: Set<SyncRule>
    var state: ReplicaState
    /// The outcomes that are not published yet.
    var outcomes = RecordSet<ChangeKey>(.outcome)
    /// The rows with purged content that published objects may still have.
    var purged = RecordSet<RowID>(.purged)

    init(state: ReplicaState, omitting omitted: Set<SyncRule>) {
        self.state = state
        self.omitted = omitted
    }

    /// The entities and their rules.
    var schema: SyncSchema { state.schema }

    func follows(_ rule: SyncRule) -> Bool { !omitted.contains(rule) }
}

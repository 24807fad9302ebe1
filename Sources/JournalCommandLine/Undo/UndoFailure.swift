// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalClient

/// The failure to record changes of one run, which has the same reason for all of them.
final class UndoFailure {
    private var isReported = false

    /// Prints the failure on standard error, unless one was printed before.
    func report(_ error: ClientError) {
        guard !isReported else { return }
        isReported = true
        StandardError.say("journal: the change cannot be undone later: \(error.message)")
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The changes that one run has stored through the daemon.
final class StoredChanges {
    private var changes: [String] = []

    /// Records a change, such as `entry ID was written`.
    func add(_ change: String) { changes.append(change) }

    /// The text for an error message; nil if nothing was stored.
    var note: String? {
        changes.isEmpty ? nil : "Completed before the error: " + changes.joined(separator: ", ")
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The changes that one run has stored through the daemon.
final class StoredChanges {
    private static let namedCount = 20
    private var changes: [String] = []
    private var count = 0

    /// Records a change, such as `entry ID was written`.
    func add(_ change: String) {
        count += 1
        if changes.count < Self.namedCount { changes.append(change) }
    }

    /// The text for an error message; nil if nothing was stored.
    var note: String? {
        guard !changes.isEmpty else { return nil }
        let rest = count - changes.count
        return "Completed before the error: " + changes.joined(separator: ", ")
            + (rest > 0 ? " and \(rest) more" : "")
    }
}

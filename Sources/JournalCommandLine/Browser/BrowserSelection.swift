// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// The entries of a list and the selected one, which stays selected while the list changes.
struct BrowserSelection {
    /// The entries in the order of the list.
    private(set) var entries: [EntryRecord] = []
    /// The index of the selected entry; 0 in an empty list.
    private(set) var index = 0
    /// Whether the selected entry has left the list, but not because the user has deleted it or
    /// selected another list: a key that was meant for it would act on its neighbour.
    private(set) var hasLostSelection = false
    /// Whether the next update shows another list.
    var isNew = true
    /// The entry to select once the list contains it.
    var sought: EntryID?
    /// The entry that the user has moved to the trash.
    var deleted: EntryID?
    /// Entries as the user's last changes have left them, until the list has these revisions.
    private var written: [EntryID: EntryRecord] = [:]

    /// The selected entry, or `nil` in an empty list.
    var entry: EntryRecord? { entries.indices.contains(index) ? entries[index] : nil }

    /// Selects the entry at an index, or the nearest one.
    mutating func select(_ index: Int) {
        self.index = max(0, min(index, entries.count - 1))
        hasLostSelection = false
    }

    /// Replaces the entries; the same one stays selected while it is in the list, otherwise the one
    /// in its place is.
    ///
    /// - Parameters:
    ///   - entries: The entries.
    ///   - selectsSought: Whether the entry that is sought may be selected.
    /// - Returns: Whether the same entry is selected as before.
    mutating func update(_ entries: [EntryRecord], selectsSought: Bool) -> Bool {
        let previous = entry?.id
        self.entries = entries
        showWritten()
        index = entries.firstIndex { $0.id == previous } ?? min(index, max(0, entries.count - 1))
        let found = entries.firstIndex { $0.id == sought }
        if let found {
            sought = nil
            if selectsSought { index = found }
        }
        defer { isNew = false }
        guard let previous, entry?.id != previous else { return true }
        hasLostSelection = !isNew && previous != deleted && index != found
        return false
    }

    /// Shows an entry as a change of the user has left it.
    mutating func wrote(_ entry: EntryRecord) {
        guard let index = entries.firstIndex(where: { $0.id == entry.id }) else { return }
        written[entry.id] = entry
        entries[index] = entry
    }

    private mutating func showWritten() {
        guard !written.isEmpty else { return }
        var unlisted: [EntryID: EntryRecord] = [:]
        for (index, entry) in entries.enumerated() {
            guard let change = written[entry.id], change.revision > entry.revision else { continue }
            entries[index] = change
            unlisted[entry.id] = change
        }
        written = unlisted
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension FolderMap {
    static let journalTransfer = FolderMap(
        path: "JournalTransfer",
        order: ["Entries", "Zip", "Jrnl", "DayOne", "JSON", "HTML", "Markdown", "Recovery", ""]
    )
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension FolderMap {
    static let journalService = FolderMap(
        path: "JournalService",
        order: [
            "Errors", "Records", "Memory", "Systemd", "Encryption", "Store", "Changes", "Readers",
            "Writer", "Sync", "Methods", "Subscriptions", "Lists", "Handover", "Connection",
            "Broadcast", "Routing", "Files", "Server",
        ]
    )
}

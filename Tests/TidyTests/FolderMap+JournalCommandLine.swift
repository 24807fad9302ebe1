// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension FolderMap {
    static let journalCommandLine = FolderMap(
        path: "JournalCommandLine",
        order: [
            "Output", "Time", "Settings", "Context", "Arguments", "Screen", "Encryption",
            "Attachments", "History", "Sync", "Listing", "Statistics", "Writing", "Transfer",
            "StoreFiles", "Deletion", "Undo", "Completion", "Browser", "Follow", "Doctor", "MCP",
            "Bridge",
        ],
        exceptions: [
            Exception(
                from: "Settings",
                to: "Writing",
                reason: "settings name a template and an editor, which are checked and reported"
            )
        ]
    )
}

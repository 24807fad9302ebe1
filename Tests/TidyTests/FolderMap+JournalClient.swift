// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension FolderMap {
    static let journalClient = FolderMap(
        path: "JournalClient",
        order: ["System", "Launch", "Connection", ""],
        exceptions: [
            Exception(
                from: "Launch",
                to: "",
                reason: "a daemon is stopped, and its store reserved, by requests of a client"
            )
        ]
    )
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

extension SQLiteStore {
    func copy(to url: URL, progress: () throws -> Void) throws {
        let copy = StoreFile(url)
        try copy.createFolder()
        // Under another name until it is complete, so that an incomplete file is never mistaken for
        // a store.
        try StoreFile.withTemporary(in: url.deletingLastPathComponent()) { partial in
            let files = ExternalFiles(beside: partial.url)
            defer { files.removeAll() }
            try translating {
                let target = try SQLiteDatabase(partial.path)
                try pool.readSnapshot { writer in
                    completeIndexes(writer)
                    // A later commit may remove some of them.
                    try resources.files?.share(with: files)
                } _: { db in
                    try db.backUp(
                        to: target,
                        pagesPerStep: SQLiteDatabase.pagesPerCopyStep,
                        progress: progress
                    )
                }
                // Without a separate log.
                try target.execute("PRAGMA journal_mode = MEMORY")
                // Commits of the copy have the numbers of later commits of this store.
                try StoreMetadata.setNewIdentifier(in: target)
            }
            try files.publish(as: ExternalFiles(beside: url)) {
                try partial.publish(as: copy.path)
            }
        }
    }
}

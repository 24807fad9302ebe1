// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import JournalTransfer

struct RecoveredStoreTests {
    private struct Bytes: PageFile {
        var content: [UInt8]
        var size: Int { content.count }

        func bytes(at offset: Int, count: Int) -> [UInt8] {
            Array(content.dropFirst(offset).prefix(count))
        }
    }

    /// The rows of notebooks and tags have the same types, so that only their pages distinguish them.
    @Test func notebooksAndTagsAreDistinguishedWithoutTheListOfTables() throws {
        let stores = URL(filePath: #filePath).appending(path: "../../../Stores").standardized
        var file = Bytes(
            content: Array(try Data(contentsOf: stores.appending(path: "version-1.sqlite")))
        )
        #expect(RecoveredStore(file, log: nil).hasSchema)
        // All of the first page but the header of the file.
        for offset in 100..<4_096 { file.content[offset] = 0 }
        let store = RecoveredStore(file, log: nil)
        #expect(!store.hasSchema)
        #expect(store.rows.names[.notebook]?.values.sorted() == ["journal", "plans"])
        #expect(store.rows.names[.tag]?.values.sorted() == ["garden"])
        #expect(store.rows.ambiguousNames.isEmpty)
        #expect(store.rows.tags.values.map(\.count) == [1])
        #expect(store.counts == (2, 1))
    }
}

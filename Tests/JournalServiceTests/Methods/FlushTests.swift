// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import JournalProtocol
import SwiftData
import Testing

@testable import JournalService

struct FlushTests {
    @Test func cursorIncludesCommitsThatReadsHaveShown() async throws {
        try await TestDaemon.run(inMemory: false) { daemon in
            try await TestClient.connect(to: daemon) { client in
                let before = try await client.call(Flush()).cursor
                // Like a commit that the writer has not reported yet.
                let container = try JournalContainer.open(URL(filePath: daemon.store))
                try JournalContainer.ensureNotebook("later", in: container)
                let names = try await client.call(NotebookList()).notebooks.map(\.name)
                #expect(names.contains("later"))
                let after = try await client.call(Flush()).cursor
                #expect(after.revision == before.revision + 1)
                try container.close()
            }
        }
    }
}

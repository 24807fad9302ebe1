// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalProtocol
import Testing

@testable import JournalCommandLine

/// The positions that `watch --exec` saves.
struct ChangeCommandTests {
    private func cursor(_ revision: Int64) -> Cursor { Cursor(epoch: "e", revision: revision) }

    /// Returns the positions that are saved while the changes of a notification are processed.
    private func saved(_ revisions: [Int64], upTo end: Int64) throws -> [Int64] {
        let items = revisions.map {
            ChangeItem(operation: .update, kind: .entry, id: "\($0)", revision: $0)
        }
        let changes = Changes(
            subscription: 1,
            from: cursor(1),
            to: cursor(end),
            items: items
        )
        var saved: [Int64] = []
        try ChangeCommand("cat > /dev/null", environment: Environment([:]))
            .run(.changes(changes), cursor: cursor(end)) { saved.append($0.revision) }
        return saved
    }

    @Test func positionIsSavedBetweenChanges() throws {
        #expect(try saved([3, 5, 9], upTo: 9) == [4, 8, 9])
    }

    @Test func positionBeforeALaterStateIsNotSaved() throws {
        // The second item changed again after the range; commits 6 to 289 were not received.
        #expect(try saved([3, 290], upTo: 5) == [5])
        #expect(try saved([3, 290, 4, 5], upTo: 5) == [3, 4, 5])
        #expect(try saved([290, 3, 5], upTo: 5) == [2, 4, 5])
    }

    @Test func positionWithinASnapshotIsNotSaved() throws {
        #expect(try saved([3, 4], upTo: 1) == [1])
    }
}

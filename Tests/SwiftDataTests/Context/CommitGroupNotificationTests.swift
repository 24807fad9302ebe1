// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Counts the save notifications of a context.
private final class Count: @unchecked Sendable {
    // Unchecked, because the observer runs on the posting thread, which is the test's.
    var value = 0
}

@Suite struct CommitGroupNotificationTests {
    @Test func groupSavesArePostedAfterCommit() throws {
        let context = ModelContext(try makeContainer())
        let count = Count()
        let token = NotificationCenter.default.addObserver(
            forName: ModelContext.didSave,
            object: context,
            queue: nil
        ) { _ in count.value += 1 }
        defer { NotificationCenter.default.removeObserver(token) }
        struct Refusal: Error {}
        try context.commitGroup { group in
            try group.run { context.insert(Project(name: "House")) }
            #expect(throws: Refusal.self) {
                try group.run {
                    context.insert(Project(name: "Ruin"))
                    try context.save()
                    throw Refusal()
                }
            }
            try group.run { context.insert(Project(name: "Castle")) }
            #expect(count.value == 0)
        }
        #expect(count.value == 2)
        #expect(throws: Refusal.self) {
            try context.commitGroup { group in
                try group.run { context.insert(Project(name: "Tower")) }
                throw Refusal()
            }
        }
        #expect(count.value == 2)
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Synchronization
import Testing

@testable import JournalService
@testable import SwiftData

/// Tags that another one of the same entry replaces: the daemon's log has no warning of their order,
/// which the store does not keep.
struct ReplacedTagTests {
    private let bench: StepBench

    init() throws { bench = try StepBench() }

    /// Returns the warnings of the writes in a closure.
    private func collectWarnings(of body: () throws -> Void) rethrows -> [String] {
        let warnings = Mutex<[String]>([])
        try RuntimeWarning.$receiver.withValue(
            { text in warnings.withLock { $0.append(text) } },
            operation: body
        )
        return warnings.withLock { $0 }
    }

    @Test func mergeLeavesTheOrderOfOtherTags() throws {
        let entry = try bench.create("1", tags: ["target", "old", "other"])
        let warnings = try collectWarnings {
            try bench.run(TagMerge(tag: "old", into: "target"), as: .random())
        }
        #expect(warnings == [])
        #expect(try bench.entry(entry).tags == ["other", "target"])
    }

    @Test func undoneRenamingLeavesTheOrderOfOtherTags() throws {
        _ = try bench.create("1", tags: ["old"])
        let renaming = EntryID.random()
        try bench.run(TagRename(tag: "old", name: "new"), as: renaming)
        let trashed = try bench.create("2", tags: ["new", "old", "other"])
        try bench.run(EntryDelete(id: trashed), as: .random())
        let warnings = try collectWarnings { try bench.undo(StepSelection(step: renaming)) }
        #expect(warnings == [])
        #expect(try bench.entry(trashed).tags == ["old", "other"])
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Reads during an open transaction of the same context.
@Suite struct ReadingInTransactionsTests {
    @Model final class Stone {
        @Attribute(.preserveValueOnDeletion) var label: String
        init(_ label: String) { self.label = label }
    }

    private func context() throws -> ModelContext {
        let container = try ModelContainer(
            for: Stone.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let writer = ModelContext(container)
        writer.insert(Stone("granite"))
        try writer.save()
        return ModelContext(container)
    }

    @Test func deletionLoadsPreservedValuesOfUnloadedModel() throws {
        let context = try context()
        let identifier = try #require(
            try context.fetchIdentifiers(FetchDescriptor<Stone>()).first
        )
        context.delete(try #require(context.model(for: identifier) as? Stone))
        try context.save()
        let history = try context.fetchHistory(
            HistoryDescriptor<DefaultHistoryTransaction>()
        )
        guard case .delete(let change)? = history.last?.changes.first else {
            Issue.record("expected a deletion, got \(history)")
            return
        }
        let label = (change as? DefaultHistoryDelete<Stone>)?.tombstone[\.label] as? String
        #expect(label == "granite")
    }

    @Test func historyIsReadableWithinACommitGroup() throws {
        let context = try context()
        let authors = try context.commitGroup { group in
            context.author = "Ada"
            try group.run { context.insert(Stone("marble")) }
            return try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
                .map(\.author)
        }
        #expect(authors == [nil, "Ada"])
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalModel
import JournalProtocol
import SwiftData
import Testing

@testable import JournalService

/// The default notebooks of two journals, which are one notebook.
struct DefaultNotebookTests {
    @Test func allJournalsHaveTheSameDefaultNotebook() async throws {
        try await SyncBench.run { bench in
            let first = try await bench.first.call(NotebookList()).notebooks
            let second = try await bench.second.call(NotebookList()).notebooks
            #expect(first.map(\.name) == [NotebookRecord.defaultName])
            #expect(first.map(\.id) == second.map(\.id))
        }
    }

    @Test func entriesThatArriveAreWrittenOnce() async throws {
        try await SyncBench.run { bench in
            try await bench.second.call(EntryCreate(text: "own"))
            let made = try await bench.first.call(SyncInit(hub: SyncBench.address))
            for part in 0..<2 {
                for number in 0..<10 {
                    try await bench.first.call(EntryCreate(text: "\(part).\(number)"))
                }
                // Each exchange puts an object, which arrives in a commit of its own.
                try await bench.first.call(SyncNow())
            }
            let key = try #require(made.key)
            try await bench.second.call(
                SyncJoin(hub: SyncBench.address, credential: .key(key))
            )
            try await bench.second.call(SyncNow())
            let entries = try await bench.second.call(EntryList(include: .full)).entries
            #expect(entries.count == 21)
            // The number of a commit is the revision of the entries that it wrote last.
            let commits = Dictionary(grouping: entries, by: \.revision)
            #expect(commits.values.allSatisfy { $0.count <= 10 })
            let notebooks = try await bench.second.call(NotebookList()).notebooks
            #expect(notebooks.map(\.entryCount) == [21])
        }
    }

    @Test func anEntryWithoutANotebookIsShownInTheDefaultOne() throws {
        let models = ModelContext(try JournalContainer.inMemory())
        let entry = Entry.sample("before its notebook")
        models.insert(entry)
        try models.save()
        let notebook = EntryRecord(entry, conflicts: 0).notebook
        #expect(notebook.id == Notebook.defaultIdentity.text)
        #expect(notebook.name == NotebookRecord.defaultName)
    }
}

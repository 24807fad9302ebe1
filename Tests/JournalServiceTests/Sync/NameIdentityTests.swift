// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import JournalProtocol
import Testing

@testable import JournalService

/// The identities of notebooks and tags that are created with one name in several journals.
struct NameIdentityTests {
    @Test func identityDependsOnTheKindAndTheLowercaseName() throws {
        let uuid = UUID(of: try Name("Work", .notebook), .notebook)
        #expect(uuid == UUID(of: try Name("work", .notebook), .notebook))
        #expect(uuid != UUID(of: try Name("work", .tag), .tag))
        #expect(uuid != UUID(of: try Name("works", .notebook), .notebook))
        // SHA-256 of "notebook", 0, "work".
        #expect(uuid.text == "00000000-4a53-89d1-b6ea-6dfc7c7acec8")
    }

    @Test func rowsWithOneNameAreOneRowInTwoJournals() async throws {
        try await SyncBench.run { bench in
            for peer in [bench.first, bench.second] {
                for number in 0..<10 {
                    try await peer.call(
                        EntryCreate(
                            text: "\(number)",
                            notebook: "work",
                            createNotebook: true,
                            tags: ["later"]
                        )
                    )
                }
            }
            let made = try await bench.first.call(SyncInit(hub: SyncBench.address))
            try await bench.first.call(SyncNow())
            let own = try await bench.second.call(EntryList(include: .full)).entries
            let key = try #require(made.key)
            try await bench.second.call(
                SyncJoin(hub: SyncBench.address, credential: .key(key))
            )
            try await bench.second.call(SyncNow())
            let entries = try await bench.second.call(EntryList(include: .full)).entries
            #expect(entries.count == 20)
            #expect(Set(entries.map(\.notebook.name)) == ["work"])
            #expect(entries.allSatisfy { $0.tags == ["later"] })
            // No entry of the second machine moved.
            let revisions = Dictionary(uniqueKeysWithValues: entries.map { ($0.id, $0.revision) })
            #expect(own.allSatisfy { revisions[$0.id] == $0.revision })
            let notebooks = try await bench.second.call(NotebookList()).notebooks
            #expect(notebooks.map(\.entryCount) == [0, 20])
        }
    }

    @Test func aNameThatWasGivenToAnotherRowHasARandomIdentity() async throws {
        try await SyncBench.run { bench in
            let first = try await bench.first.call(NotebookCreate(name: "work")).notebook
            let renamed = try await bench.first.call(
                NotebookRename(notebook: "work", name: "office")
            ).notebook
            let second = try await bench.first.call(NotebookCreate(name: "work")).notebook
            #expect(renamed.id == first.id && second.id != first.id)
            let identity = UUID(of: try Name("work", .notebook), .notebook)
            #expect(first.id == identity.text)
        }
    }

    /// A deleted row does not return on the other machines.
    @Test func aSynchronizedJournalGivesRandomIdentities() async throws {
        try await SyncBench.run { bench in
            _ = try await bench.first.call(SyncInit(hub: SyncBench.address))
            try await bench.first.call(SyncNow())
            let notebook = try await bench.first.call(NotebookCreate(name: "work")).notebook
            #expect(notebook.id != UUID(of: try Name("work", .notebook), .notebook).text)
        }
    }
}

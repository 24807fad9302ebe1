// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// What follows the models of a context, after rows were written by name.
struct NamedRowObservationTests {
    private let container: ModelContainer
    private let context: ModelContext

    init() throws {
        container = try Archive.container()
        context = ModelContext(container)
        context.author = "sync"
    }

    private func insert(_ name: String) throws -> PersistentIdentifier {
        try context.namedRows.insertRow(into: "Document", values: ["name": .columns([.text(name)])])
    }

    @Test func contextsAndResultsFollow() throws {
        let other = ModelContext(container)
        let observer = try ResultsObserver<Archive.Document, Never>(
            sortBy: [SortDescriptor(\.name)],
            modelContext: other
        )
        let identifiers = try context.inGroup { try ["B", "A"].map(insert) }
        other.processPendingChanges()
        #expect(observer.results.map(\.name) == ["A", "B"])
        let known = try #require(observer.results.last)
        try context.inGroup {
            try context.namedRows.updateRows([
                NamedRowUpdate(identifiers[0], values: ["pages": .columns([.integer(7)])])
            ])
            try context.namedRows.deleteRows([identifiers[1]])
        }
        other.processPendingChanges()
        #expect(observer.results.map(\.name) == ["B"])
        #expect(known.pages == 7)
    }

    @Test func historyHasTheAuthorAndTheChanges() throws {
        let (document, label) = try context.commitGroup { group in
            let document = try group.run { try insert("A") }
            let label = try group.run {
                let label = try context.namedRows.insertRow(
                    into: "Label",
                    values: ["name": .columns([.text("L")])]
                )
                let labels = HistoryRecord.Pair.Relationship(
                    entityName: "Document",
                    propertyName: "labels"
                )
                try context.namedRows.setPair(document, label, of: labels, isPresent: true)
                return label
            }
            try group.run {
                try context.namedRows.updateRows([
                    NamedRowUpdate(document, values: ["pages": .columns([.integer(2)])])
                ])
            }
            return (document, label)
        }
        let records = try context.historyRows(after: 0, limit: 10)
        #expect(records.map(\.author) == ["sync", "sync", "sync"])
        #expect(records.map { $0.changes.map(\.identifier) }.first == [document])
        #expect(records.last?.changes.map(\.properties) == [["pages"]])
        let start = HistoryCursor(transaction: 0)
        let page = try container.capturePage(after: start, excluding: nil, limit: 10)
        #expect(page?.rows.map(\.identifier) == [document, label])
        #expect(page?.pairs.map(\.pair.right) == [label])
        let own = try container.capturePage(after: start, excluding: "sync", limit: 10)
        #expect(own?.rows.isEmpty == true)
        #expect(own?.pairs.isEmpty == true)
    }

    @Test func unsavedRowIsFoundByItsLaterIdentifier() throws {
        let identifier = try insert("A")
        let model: Archive.Document? = context.registeredModel(for: identifier)
        #expect(model?.name == "A")
        #expect(try context.storedRow(identifier) == nil)
        try context.namedRows.deleteRows([identifier])
        #expect(!context.hasChanges)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Archive.Document>()) == 0)
    }
}

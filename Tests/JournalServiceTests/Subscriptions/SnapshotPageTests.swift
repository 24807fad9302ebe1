// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import JournalProtocol
import SwiftData
import Testing

@testable import JournalService

/// Pages of a snapshot whose filter was resolved some commits before.
struct SnapshotPageTests {
    private let container: ModelContainer
    private let models: ModelContext
    private let tag: JournalModel.Tag
    private let entries: [Entry]

    init() throws {
        container = try JournalContainer.inMemory()
        models = ModelContext(container)
        tag = JournalModel.Tag(uuid: UUID(), name: try Name("done", .tag), revision: 1)
        let notebook = Notebook(uuid: UUID(), name: try Name("journal", .notebook), revision: 1)
        entries = (0..<3).map { number in
            Entry.sample("entry \(number)", milliseconds: Int64(number), in: notebook)
        }
        for entry in entries { models.insert(entry) }
        models.insert(tag)
        entries[0].tags = [tag]
        try models.save()
    }

    private var context: ReadContext {
        ReadContext(container, cursor: Cursor(epoch: "e", revision: 1))
    }

    /// Returns the texts of a snapshot whose filter is resolved before a change.
    private func texts(_ request: Subscribe, after change: () throws -> Void) throws -> [String] {
        let filter = try SubscriptionFilter(request, from: 1, in: context)
        try change()
        try models.save()
        return try SnapshotPage.read(from: .beginning, for: filter, in: context).items
            .map { String(decoding: $0.json, as: UTF8.self) }
            .compactMap { item in (0..<3).first { item.contains("entry \($0)") } }
            .map { "entry \($0)" }
    }

    @Test(arguments: [
        ("tag:done OR 雨", ["entry 1"]), ("-tag:done", ["entry 0", "entry 2"]),
        ("entry* tag:done", ["entry 1"]), ("tag:done", ["entry 1"]),
    ])
    func tagsAreThoseOfTheReadPage(query: String, expected: [String]) throws {
        let found = try texts(Subscribe(query: query, include: .full)) {
            entries[0].tags = []
            entries[1].tags = [tag]
        }
        #expect(found == expected)
    }

    @Test(arguments: [
        ("tag:new OR 雨", ["entry 2"]), ("-tag:new", ["entry 0", "entry 1"]),
        ("entry* tag:new", ["entry 2"]),
    ])
    func tagCreatedMeanwhileIsFound(query: String, expected: [String]) throws {
        let found = try texts(Subscribe(query: query, include: .full)) {
            entries[2].tags = [
                JournalModel.Tag(uuid: UUID(), name: try Name("new", .tag), revision: 2)
            ]
        }
        #expect(found == expected)
    }

    @Test func notebookReplacedByOneOfTheSameNameIsFound() throws {
        let request = Subscribe(filter: Filter(notebook: "journal"), include: .full)
        let found = try texts(request) {
            let former = try #require(entries[0].notebook)
            former.key = "former"
            let name = try Name("journal", .notebook)
            entries[1].notebook = Notebook(uuid: UUID(), name: name, revision: 2)
        }
        #expect(found == ["entry 1"])
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Cascading deletions of deep trees; SQLite carries out at most 1,000 levels by itself.
@Suite struct DeepCascadeTests {
    @Model final class Node {
        var level: Int
        var parent: Node?
        @Relationship(deleteRule: .cascade, inverse: \Node.parent) var children: [Node] = []
        init(_ level: Int, parent: Node?) {
            self.level = level
            self.parent = parent
        }
    }

    @Model final class Folder {
        var parent: Document?
        @Relationship(deleteRule: .cascade, inverse: \Document.folder) var documents: [Document] =
            []
        init(parent: Document?) { self.parent = parent }
    }

    @Model final class Document {
        var folder: Folder?
        @Relationship(deleteRule: .cascade, inverse: \Folder.parent) var folders: [Folder] = []
        init(folder: Folder?) { self.folder = folder }
    }

    private func container() throws -> ModelContainer {
        try ModelContainer(
            for: Node.self,
            Folder.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
    }

    @Test func treeOfFiveThousandLevelsIsDeleted() throws {
        let container = try container()
        let writer = ModelContext(container)
        var last: Node?
        for level in 0..<5_000 {
            let node = Node(level, parent: last)
            writer.insert(node)
            last = node
        }
        try writer.save()
        let context = ModelContext(container)
        let root = try #require(
            try context.fetch(FetchDescriptor<Node>(predicate: #Predicate { $0.level == 0 })).first
        )
        context.delete(root)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Node>()) == 0)
    }

    @Test func chainThroughTwoEntitiesIsDeleted() throws {
        let container = try container()
        let context = ModelContext(container)
        let root = Folder(parent: nil)
        context.insert(root)
        var last = root
        for _ in 0..<600 {
            let document = Document(folder: last)
            context.insert(document)
            last = Folder(parent: document)
            context.insert(last)
        }
        try context.save()
        context.delete(root)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Folder>()) == 0)
        #expect(try context.fetchCount(FetchDescriptor<Document>()) == 0)
    }
}

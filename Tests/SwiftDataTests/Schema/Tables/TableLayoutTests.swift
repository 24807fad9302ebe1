// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// The columns that properties occupy, and the meaning of options for them.
@Suite struct TableLayoutTests {
    @Model final class Page {
        @Attribute(.ephemeral) var draft: String = ""
        @Attribute(.externalStorage) var scan: Data
        @Attribute(.externalStorage) var note: String
        @Attribute(.spotlight) var text: String
        @Attribute(.preserveValueOnDeletion) var number: Int
        var book: Book?
        var tags: [Tag] = []
        init() {
            scan = Data()
            note = ""
            text = ""
            number = 0
        }
    }

    @Model final class Book {
        @Relationship(inverse: \Page.book) var pages: [Page] = []
        init() {}
    }

    @Model final class Tag {
        @Relationship(inverse: \Page.tags) var pages: [Page] = []
        init() {}
    }

    private let layout: SchemaLayout
    private let page: EntityDescription

    init() throws {
        let schema = try ResolvedSchema(Schema([Page.self]))
        layout = SchemaLayout(schema)
        page = try schema.entity(for: Page.self)
    }

    private func property(_ name: String) throws -> PropertyDescription {
        try #require(page.property(named: name))
    }

    @Test func columnsAreInPropertyOrder() throws {
        let table = layout[page]
        #expect(table.columns.map(\.name) == ["scan", "note", "text", "number", "book"])
        #expect(table.firstColumns == [-1, 0, 1, 2, 3, 4, -1])
        #expect(table.columns(of: try property("text").index).map(\.name) == ["text"])
        #expect(table.columns(of: try property("draft").index).isEmpty)
        #expect(table.columns(of: try property("tags").index).isEmpty)
    }

    @Test func relationshipsAreInColumnsOrJoinTables() throws {
        #expect(layout[page].places[try property("book").index] == .ownColumn)
        let tags = layout[page].places[try property("tags").index]
        #expect(tags == .joinTable(index: 0, isLeft: true))
        #expect(layout.joinTables.map(\.name) == ["Page_tags"])
        let book = try #require(property("book").destination)
        #expect(layout[book].places == [.inverseColumn])
    }

    @Test func ephemeralAttributesHaveNoColumn() throws {
        #expect(try property("draft").policy.isStored == false)
        #expect(try property("text").policy.isStored)
    }

    @Test func onlyDataIsKeptInExternalFiles() throws {
        #expect(try property("scan").policy.isExternal)
        #expect(try property("note").policy.isExternal == false)
    }

    @Test func optionsSelectSearchableAndPreservedColumns() throws {
        #expect(layout[page].columns.filter(\.policy.isSearchable).map(\.name) == ["text"])
        #expect(page.properties.filter(\.policy.isPreservedOnDeletion).map(\.name) == ["number"])
    }

    @Test func layoutOptionsAreThoseThatChangeTheTable() {
        let options: [Schema.Attribute.Option] = [
            .spotlight, .preserveValueOnDeletion, .externalStorage, .unique,
        ]
        #expect(ColumnPolicy.layoutOptions(of: options) == ["externalStorage", "spotlight"])
    }

    @Test func columnsThatCannotBeComparedHaveAReason() throws {
        #expect(try property("scan").policy.comparisonObstacle == "is kept in an external file")
        #expect(try property("text").policy.comparisonObstacle == nil)
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// A kind of store that must satisfy the contract.
enum StoreKind: CaseIterable {
    case sqliteFile
    case sqliteInMemory
    /// A custom store that keeps its rows in memory and filters nothing.
    case jsonFile
    /// A custom store that forwards its requests to a default store.
    case forwarding

    /// The kinds with a full-text index and a history in the form of the default store.
    static var sqlite: [StoreKind] { [.sqliteFile, .sqliteInMemory] }

    func configuration(in folder: URL) -> any DataStoreConfiguration {
        let url = folder.appending(path: "contract.store")
        return switch self {
        case .sqliteFile: ModelConfiguration(url: url)
        case .sqliteInMemory: ModelConfiguration(isStoredInMemoryOnly: true)
        case .jsonFile: JSONStoreConfiguration(url: url)
        case .forwarding: ForwardingConfiguration(url: url)
        }
    }
}

/// A store of notes, opened through its factory.
struct ContractStore {
    @Model final class Note {
        @Attribute(.unique) var name: String
        @Attribute(.spotlight) var text: String = ""
        var size: Int = 0
        var parent: Note?
        @Relationship(inverse: \Note.parent) var parts: [Note] = []
        var links: [Note] = []
        init(_ name: String) { self.name = name }
    }

    let store: any ContextStore
    let layout: SchemaLayout
    let note: EntityDescription
    private let schema: ResolvedSchema
    private let folder: TemporaryFolder

    init(_ kind: StoreKind) throws {
        schema = try ResolvedSchema(Schema([Note.self]))
        folder = try TemporaryFolder()
        layout = SchemaLayout(schema)
        note = try schema.entity(for: Note.self)
        store = try kind.configuration(in: folder.url).openStore(
            for: StoreSchema(layout, entities: [note.index], version: schema.version),
            of: schema,
            migrationPlan: nil
        )
    }

    func property(_ name: String) throws -> PropertyDescription {
        try #require(note.property(named: name))
    }

    /// The values of a row, in the order of the columns.
    func row(
        _ name: String,
        text: String = "",
        size: Int64 = 0,
        parent: Int64? = nil
    ) -> [_ColumnValue] {
        layout[note].columns.map { column in
            switch column.name {
            case "name": .text(name)
            case "text": .text(text)
            case "size": .integer(size)
            default: parent.map { .integer($0) } ?? .null
            }
        }
    }

    /// Inserts rows with keys assigned by the store and returns the keys.
    @discardableResult
    func insert(_ rows: [[_ColumnValue]]) throws -> [Int64] {
        try store.write(for: StoreClient()) { transaction in
            try rows.map { row in
                let key = store.nextKey(for: note)
                try transaction.insert(key: key, values: row, into: note)
                return key
            }
        }
    }

    func query(_ scope: FetchQuery.Scope = .all) -> FetchQuery {
        var query = FetchQuery(note)
        query.scope = scope
        return query
    }

    func search(_ text: String) throws -> SearchQuery {
        SearchQuery(text: try FullTextQuery(text), rows: query(), snippet: nil)
    }

    /// Returns the names of the matching rows, by key.
    func names(
        _ query: FetchQuery? = nil,
        over pending: PendingRows? = nil
    ) throws -> [Int64: String] {
        let index = try property("name").index
        var names: [Int64: String] = [:]
        try store.read(for: StoreClient()) { session in
            try session.fetch(query ?? self.query(), over: pending) { key, row in
                names[key] = try row.text(row.column(of: index))
            }
        }
        return names
    }
}

/// The behaviour that a context requires of every kind of store.
@Suite struct ContextStoreContractTests {
    private struct Cancelled: Error {}

    private func code(_ body: () throws -> Void) -> StoreError.Code? {
        #expect(throws: StoreError.self, performing: body)?.code
    }

    // MARK: Rows

    @Test(arguments: StoreKind.allCases)
    func insertedRowsAreRead(kind: StoreKind) throws {
        let notes = try ContractStore(kind)
        let keys = try notes.insert([notes.row("a"), notes.row("b")])
        #expect(try notes.names() == [keys[0]: "a", keys[1]: "b"])
        #expect(try notes.names(notes.query(.keys([keys[1]]))) == [keys[1]: "b"])
        #expect(
            try notes.store.read(for: StoreClient()) { try $0.count(notes.query(), over: nil) } == 2
        )
        #expect(
            try notes.store.read(for: StoreClient()) { try $0.keys(notes.query(), over: nil) }
                == keys
        )
    }

    @Test(arguments: StoreKind.allCases)
    func rowsContainOnlyTheRequestedProperties(kind: StoreKind) throws {
        let notes = try ContractStore(kind)
        try notes.insert([notes.row("a", size: 5)])
        let (name, size) = (try notes.property("name").index, try notes.property("size").index)
        var query = notes.query()
        query.properties = PropertySet()
        query.properties?.insert(size)
        var (nameColumns, sizes): ([Int32], [Int64]) = ([], [])
        try notes.store.read(for: StoreClient()) { session in
            try session.fetch(query, over: nil) { _, row in
                nameColumns.append(row.column(of: name))
                sizes.append(try row.integer(row.column(of: size)))
            }
        }
        #expect(nameColumns == [-1])
        #expect(sizes == [5])
    }

    @Test(arguments: StoreKind.allCases)
    func updatesChangeOnlyTheGivenProperties(kind: StoreKind) throws {
        let notes = try ContractStore(kind)
        let key = try notes.insert([notes.row("a", size: 5)])[0]
        var size = PropertySet()
        size.insert(try notes.property("size").index)
        try notes.store.write(for: StoreClient()) { transaction in
            let row = try transaction.update(
                key: key,
                values: notes.row("ignored", size: 6),
                of: size,
                in: notes.note
            )
            #expect(row == .changed)
        }
        #expect(try notes.names() == [key: "a"])
    }

    @Test(arguments: StoreKind.allCases)
    func keysOfDeletedRowsAreNotAssignedAgain(kind: StoreKind) throws {
        let notes = try ContractStore(kind)
        let key = try notes.insert([notes.row("a")])[0]
        try notes.store.write(for: StoreClient()) { try $0.delete(keys: [key], from: notes.note) }
        #expect(try notes.names().isEmpty)
        #expect(notes.store.nextKey(for: notes.note) > key)
    }

    @Test(arguments: StoreKind.allCases)
    func uniqueValuesFindTheirRowAndRejectOthers(kind: StoreKind) throws {
        let notes = try ContractStore(kind)
        let key = try notes.insert([notes.row("a")])[0]
        let name = try notes.property("name").index
        try notes.store.write(for: StoreClient()) { transaction in
            let found = try transaction.key(in: notes.note, where: [name], are: [.text("a")])
            #expect(found == key)
            let missing = try transaction.key(in: notes.note, where: [name], are: [.text("b")])
            #expect(missing == nil)
        }
        #expect(code { _ = try notes.insert([notes.row("a")]) } == .notUnique)
        #expect(try notes.names() == [key: "a"])
    }

    // MARK: Relationships

    @Test(arguments: StoreKind.allCases)
    func relatedRowsAreFoundByBothKindsOfRelationship(kind: StoreKind) throws {
        let notes = try ContractStore(kind)
        let parent = try notes.insert([notes.row("parent")])[0]
        let part = try notes.insert([notes.row("part", parent: parent)])[0]
        let (parts, links) = (try notes.property("parts"), try notes.property("links"))
        guard case .joinTable(let table, let isLeft)? = notes.layout[notes.note].places[links.index]
        else {
            Issue.record("expected a join table")
            return
        }
        let pair =
            isLeft
            ? PendingRows.Pair(left: part, right: parent)
            : PendingRows.Pair(left: parent, right: part)
        try notes.store.write(for: StoreClient()) { try $0.link(.init(added: [pair]), in: table) }
        let byParts = notes.query(.related(to: parent, by: parts, of: notes.note))
        #expect(try notes.names(byParts) == [part: "part"])
        let byLinks = notes.query(.related(to: part, by: links, of: notes.note))
        #expect(try notes.names(byLinks) == [parent: "parent"])
        let related = try notes.store.read(for: StoreClient()) {
            try $0.related(to: [parent, part], by: parts, of: notes.note, over: nil)
        }
        #expect(related.map(\.owner) == [parent])
        #expect(related.map(\.target) == [part])
        try notes.store.write(for: StoreClient()) { try $0.link(.init(removed: [pair]), in: table) }
        #expect(try notes.names(byLinks).isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func referencesToMissingRowsAreRejected(kind: StoreKind) throws {
        let notes = try ContractStore(kind)
        let code = code {
            try notes.store.write(for: StoreClient()) { transaction in
                let key = notes.store.nextKey(for: notes.note)
                try transaction.insert(
                    key: key,
                    values: notes.row("a", parent: 99),
                    into: notes.note
                )
                try transaction.checkReferences()
            }
        }
        #expect(code == .constraint)
        #expect(try notes.names().isEmpty)
    }

    // MARK: Transactions

    @Test(arguments: StoreKind.allCases)
    func failedTransactionsLeaveNothing(kind: StoreKind) throws {
        let notes = try ContractStore(kind)
        #expect(throws: Cancelled.self) {
            try notes.store.write(for: StoreClient()) { transaction in
                try transaction.insert(key: 1, values: notes.row("a"), into: notes.note)
                throw Cancelled()
            }
        }
        #expect(try notes.names().isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func transactionsReadWhatTheyWrote(kind: StoreKind) throws {
        let notes = try ContractStore(kind)
        try notes.store.write(for: StoreClient()) { transaction in
            try transaction.insert(key: 1, values: notes.row("a", text: "rain"), into: notes.note)
            #expect(try transaction.read { try $0.count(notes.query(), over: nil) } == 1)
            #expect(try transaction.read { try $0.keys(notes.query(), over: nil) } == [1])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func failedSavepointsAreUndoneAlone(kind: StoreKind) throws {
        let notes = try ContractStore(kind)
        try notes.store.write(for: StoreClient()) { transaction in
            try transaction.insert(key: 1, values: notes.row("a"), into: notes.note)
            do {
                try transaction.savepoint {
                    try transaction.insert(key: 2, values: notes.row("b"), into: notes.note)
                    throw Cancelled()
                }
            } catch is Cancelled {}
            try transaction.savepoint {
                try transaction.insert(key: 3, values: notes.row("c"), into: notes.note)
            }
        }
        #expect(try notes.names() == [1: "a", 3: "c"])
    }

    @Test(arguments: StoreKind.allCases)
    func attemptsThatWriteNothingAreUndoneAlone(kind: StoreKind) throws {
        let notes = try ContractStore(kind)
        try notes.store.write(for: StoreClient()) { transaction in
            try transaction.insert(key: 1, values: notes.row("a"), into: notes.note)
            do {
                try transaction.attempt { throw Cancelled() }
            } catch is Cancelled {}
            try transaction.attempt {
                try transaction.insert(key: 3, values: notes.row("c"), into: notes.note)
            }
        }
        #expect(try notes.names() == [1: "a", 3: "c"])
    }

    @Test(arguments: StoreKind.sqlite)
    func attemptsThatFailAfterAWriteEndTheTransaction(kind: StoreKind) throws {
        let notes = try ContractStore(kind)
        try notes.store.write(for: StoreClient()) { transaction in
            try transaction.insert(key: 1, values: notes.row("a"), into: notes.note)
        }
        #expect(throws: PartialCommandError.self) {
            try notes.store.write(for: StoreClient()) { transaction in
                try transaction.attempt {
                    try transaction.insert(key: 2, values: notes.row("b"), into: notes.note)
                    throw Cancelled()
                }
            }
        }
        #expect(try notes.names() == [1: "a"])
    }

    // MARK: Pending rows

    @Test(arguments: StoreKind.allCases)
    func pendingRowsAreReadAsIfTheyWereStored(kind: StoreKind) throws {
        let notes = try ContractStore(kind)
        let keys = try notes.insert([notes.row("a"), notes.row("b")])
        let changes = PendingTable()
        changes.set(notes.row("new"), for: 50, isSaved: false)
        changes.delete(keys[0])
        let pending = PendingRows(
            table: { _ in changes },
            hasDeletions: { _ in true },
            pairs: { _ in nil }
        )
        #expect(try notes.names(over: pending) == [keys[1]: "b", 50: "new"])
        #expect(try notes.names() == [keys[0]: "a", keys[1]: "b"])
    }

    // MARK: Search

    @Test(arguments: StoreKind.sqlite)
    func searchFindsTextsOfTheTransaction(kind: StoreKind) throws {
        let notes = try ContractStore(kind)
        try notes.store.write(for: StoreClient()) { transaction in
            try transaction.insert(key: 1, values: notes.row("a", text: "rain"), into: notes.note)
            let search = try notes.search("rain")
            #expect(try transaction.read { try $0.search(search) }.map(\.key) == [1])
        }
    }

    @Test(arguments: StoreKind.sqlite)
    func searchFindsTextsOfCommittedRows(kind: StoreKind) throws {
        let notes = try ContractStore(kind)
        let keys = try notes.insert([
            notes.row("a", text: "rain and snow"), notes.row("b", text: "sun"),
        ])
        let search = try notes.search("snow")
        #expect(
            try notes.store.read(for: StoreClient()) { try $0.search(search) }.map(\.key) == [
                keys[0]
            ]
        )
    }

    // MARK: History

    @Test(arguments: StoreKind.sqlite)
    func recordedTransactionsAreNumberedAndKeptUntilDeleted(kind: StoreKind) throws {
        let notes = try ContractStore(kind)
        let identifier = PersistentIdentifier(
            entityName: "Note",
            storeIdentifier: notes.store.identifier,
            key: 7
        )
        let tombstone: [String: _ColumnValue] = ["name": .text("gone"), "size": .integer(3)]
        var entry = HistoryEntry(author: "Ada")
        entry.append(.delete, in: notes.note, key: 7, tombstone: tombstone)
        let numbers = try notes.store.write(for: StoreClient()) { transaction in
            [
                try transaction.record(entry),
                try transaction.record(HistoryEntry()),
            ]
        }
        #expect(numbers == [1, 2])
        let records = try notes.store.read(for: StoreClient()) { try $0.history(HistoryRequest()) }
        #expect(records.map(\.transaction) == numbers)
        #expect(records.map(\.author) == ["Ada", nil])
        #expect(records[0].changes.map(\.identifier) == [identifier])
        #expect(records[0].changes[0].tombstone == tombstone)
        #expect(records[1].changes.isEmpty)
        try notes.store.write(for: StoreClient()) { try $0.deleteHistory(through: 1, author: nil) }
        let bounds = try notes.store.read(for: StoreClient()) { try $0.historyBounds() }
        #expect(bounds == HistoryBounds(deletedThrough: 1, last: 2))
    }

    // MARK: Lifecycle

    @Test(arguments: StoreKind.allCases)
    func interruptedReadsSaySo(kind: StoreKind) throws {
        let notes = try ContractStore(kind)
        let interruption = ReadInterruption()
        interruption.request()
        let code = code {
            _ = try notes.store.read(for: StoreClient(interruption: interruption)) {
                try $0.keys(notes.query(), over: nil)
            }
        }
        #expect(code == .interrupted)
    }

    @Test(arguments: StoreKind.allCases)
    func erasingLeavesNoRowsAndNoHistory(kind: StoreKind) throws {
        let notes = try ContractStore(kind)
        let key = try notes.insert([notes.row("a")])[0]
        try notes.store.write(for: StoreClient()) { _ = try $0.record(HistoryEntry()) }
        try notes.store.erase()
        #expect(try notes.names().isEmpty)
        #expect(
            try notes.store.read(for: StoreClient()) { try $0.history(HistoryRequest()) }.isEmpty
        )
        #expect(notes.store.nextKey(for: notes.note) > key)
    }

    @Test(arguments: StoreKind.allCases)
    func closedStoresRejectReadsAndWrites(kind: StoreKind) throws {
        let notes = try ContractStore(kind)
        try notes.store.close()
        #expect(code { _ = try notes.names() } != nil)
        #expect(code { _ = try notes.insert([notes.row("a")]) } != nil)
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Attributes that are read and written by name, in the form of the store.
struct NamedRowAttributeTests {
    private typealias Item = Museum.Item

    private let folder: TemporaryFolder
    private let key = ModelConfiguration.EncryptionKey.random()
    private let context: ModelContext

    init() throws {
        folder = try TemporaryFolder()
        context = ModelContext(try Museum.container(folder.store, key: key))
    }

    private static let uuid = "6F1E0B5C-4D57-4C4F-9E0E-0A2A4B1C8D33"
    private static let image = Data(repeating: 9, count: 50_000)

    /// A value of each kind that differs from the default.
    private static let values: [String: StoredValue] = [
        "uuid": .columns([.text(uuid)]),
        "name": .columns([.text("Vase")]),
        "count": .columns([.integer(-7)]),
        "serial": .columns([.integer(-2)]),
        "weight": .columns([.real(0.1)]),
        "made": .columns([.real(1.25)]),
        "isFragile": .columns([.integer(0)]),
        "price": .columns([.text("12.5")]),
        "page": .columns([.text("https://example.com/1")]),
        "mark": .columns([.blob(Data([0, 255]))]),
        "image": .columns([.blob(image)]),
        "size": .columns([.real(2), .real(3)]),
        "frame": .columns([.integer(1), .real(4), .null]),
        "state": .columns([.text("shown")]),
        "tags": .columns([.text("[\"a\",\"b\"]")]),
        "tone": .columns([.blob(Data([5]))]),
        "secret": .columns([.text("hidden")]),
        "letter": .columns([.text("dear")]),
        "shelf": .columns([.text("S1")]),
        "room": .reference(nil),
    ]

    /// The attributes without a default value.
    private static let required = values.filter {
        [
            "uuid", "name", "made", "isFragile", "mark", "size", "state", "tone",
        ].contains($0.key)
    }

    private func expectValues(of item: Item?) {
        #expect(item?.uuid == UUID(uuidString: Self.uuid))
        #expect(item?.name == "Vase")
        #expect(item?.count == -7)
        #expect(item?.serial == UInt64.max - 1)
        #expect(item?.weight == 0.1)
        #expect(item?.made == Date(timeIntervalSinceReferenceDate: 1.25))
        #expect(item?.isFragile == false)
        #expect(item?.price == 12.5)
        #expect(item?.page == URL(string: "https://example.com/1"))
        #expect(item?.mark == Data([0, 255]))
        #expect(item?.image == Self.image)
        #expect(item?.size == Museum.Size(width: 2, height: 3))
        #expect(item?.frame == Museum.Size(width: 4))
        #expect(item?.state == .shown)
        #expect(item?.tags == ["a", "b"])
        #expect(item?.tone == Museum.Tone(red: 5))
        #expect(item?.secret == "hidden")
        #expect(item?.letter == "dear")
        #expect(item?.shelf == "S1")
    }

    private func items() throws -> [Item] {
        let own = ModelContext(context.container)
        return try own.fetch(FetchDescriptor<Item>(sortBy: [SortDescriptor(\.name)]))
    }

    private func insert(_ values: [String: StoredValue]) throws -> PersistentIdentifier {
        try context.inGroup { try context.namedRows.insertRow(into: "Item", values: values) }
    }

    @Test func insertedRowHasItsValues() throws {
        let identifier = try insert(Self.values)
        let items = try items()
        expectValues(of: items.first)
        #expect(items.first?.persistentModelID == identifier)
        let row = try context.storedRow(identifier)
        #expect(row?.values == Self.values)
        #expect(row?.subclass == nil)
        #expect(row?.damaged == [])
        let some = try context.namedRows.storedRows([identifier], reading: ["name", "room"]).first
        #expect(some?.values == ["name": .columns([.text("Vase")]), "room": .reference(nil)])
    }

    @Test func insertedRowHasDefaultValues() throws {
        let identifier = try insert(Self.required)
        let item = try items().first
        #expect(item?.count == 3)
        #expect(item?.serial == .max)
        #expect(item?.secret == "none")
        #expect(item?.tags == [])
        #expect(item?.weight == nil)
        #expect(item?.frame == nil)
        #expect(item?.letter == nil)
        #expect(item?.isSelected == false)
        let row = try context.storedRow(identifier)
        #expect(row?.values["frame"] == .columns([.null, .null, .null]))
    }

    @Test func updateChangesTheGivenValues() throws {
        let identifier = try insert(Self.required)
        var others = Self.values
        others["name"] = .columns([.text("Bowl")])
        try context.inGroup {
            try context.namedRows.updateRows([NamedRowUpdate(identifier, values: others)])
        }
        #expect(try context.storedRow(identifier)?.values == others)
        try context.inGroup {
            try context.namedRows.updateRows([
                NamedRowUpdate(identifier, values: ["name": .columns([.text("Vase")])])
            ])
        }
        expectValues(of: try items().first)
        // Models in memory change, too.
        let known = try #require(context.fetch(FetchDescriptor<Item>()).first)
        try context.inGroup {
            try context.namedRows.updateRows([
                NamedRowUpdate(identifier, values: ["image": .columns([.null])])
            ])
        }
        #expect(known.image == nil)
    }

    @Test func equalValuesAreNoChange() throws {
        let identifier = try insert(Self.values)
        let last = context.lastTransaction
        try context.inGroup {
            try context.namedRows.updateRows([NamedRowUpdate(identifier, values: Self.values)])
        }
        #expect(context.lastTransaction == last)
    }

    @Test(arguments: [
        ("name", StoredValue.columns([.integer(1)])),
        ("name", .columns([.null])),
        ("name", .columns([.text("a"), .text("b")])),
        ("name", .reference(nil)),
        ("state", .columns([.text("lost")])),
        ("uuid", .columns([.text("1")])),
        ("tags", .columns([.text("[1]")])),
        ("tone", .columns([.blob(Data())])),
        ("size", .columns([.real(1)])),
        ("room", .columns([.integer(1)])),
        ("isSelected", .columns([.integer(1)])),
        ("captions", .reference(nil)),
        ("certificate", .reference(nil)),
        ("other", .columns([.null])),
    ])
    func valueThatThePropertyCannotHaveIsRejected(name: String, value: StoredValue) throws {
        let identifier = try insert(Self.required)
        #expect(throws: SwiftDataError.modelValidationFailure) {
            try context.namedRows.insertRow(
                into: "Item",
                values: Self.required.merging([name: value]) { $1 }
            )
        }
        #expect(throws: SwiftDataError.modelValidationFailure) {
            try context.namedRows.updateRows([NamedRowUpdate(identifier, values: [name: value])])
        }
        #expect(!context.hasChanges)
    }

    @Test func missingValueIsRejected() throws {
        let error = #expect(throws: SwiftDataError.modelValidationFailure) {
            try context.namedRows.insertRow(
                into: "Item",
                values: Self.required.filter { $0.key != "made" }
            )
        }
        #expect(explanation(of: error).contains("'made'"))
        #expect(throws: SwiftDataError.unknownSchema) {
            try context.namedRows.insertRow(into: "Unknown", values: [:])
        }
        #expect(throws: SwiftDataError.unknownSchema) {
            try context.namedRows.insertRow(
                into: "Item",
                subclass: "Unknown",
                values: Self.required
            )
        }
    }

    @Test func damagedValuesAreNamed() throws {
        let identifier = try insert(Self.values)
        try context.container.close()
        let db = try SQLiteDatabase(folder.store.path(percentEncoded: false), access: .readWrite)
        try db.execute(
            """
            UPDATE Item SET state = 'lost', secret = randomblob(40), letter = randomblob(9),
                uuid = 'x', tags = '['
            """
        )
        try FileManager.default.removeItem(atPath: folder.path(".test.store_external"))
        let context = ModelContext(try Museum.container(folder.store, key: key))
        let row = try #require(try context.storedRow(identifier))
        #expect(
            Set(row.damaged) == ["state", "secret", "letter", "uuid", "image", "tags"]
        )
        #expect(row.values["name"] == .columns([.text("Vase")]))
        #expect(row.values["state"] == nil)
    }

    @Test func manyRowsAreReadInTheOrderOfIdentifiers() throws {
        var identifiers: [PersistentIdentifier] = []
        try context.inGroup {
            for number in 0..<1_100 {
                let uuid = UUID().uuidString
                var values = Self.required
                values["uuid"] = .columns([.text(uuid)])
                values["name"] = .columns([.text("\(number)")])
                identifiers.append(try context.namedRows.insertRow(into: "Item", values: values))
            }
        }
        identifiers.shuffle()
        try context.namedRows.deleteRows([identifiers[3]])
        try context.save()
        let rows = try context.namedRows.storedRows(identifiers, reading: ["name"])
        #expect(rows.map(\.identifier) == identifiers.filter { $0 != identifiers[3] })
        #expect(Set(rows.map(\.values)).count == 1_099)
        #expect(try context.storedRow(identifiers[3]) == nil)
        let sorted = identifiers.filter { $0 != identifiers[3] }.sorted()
        let page = try context.namedRows.identifiersOfRows(of: "Item", after: sorted[10], limit: 5)
        #expect(page == Array(sorted[11..<16]))
        #expect(
            try context.namedRows.identifiersOfRows(of: "Item", after: nil, limit: 2_000) == sorted
        )
    }
}

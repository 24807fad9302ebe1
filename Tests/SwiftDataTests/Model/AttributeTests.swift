// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

enum Suit: Int, Codable {
    case clubs = 1
    case hearts = 2
}

struct Address: Codable, Equatable {
    var city: String
    var zip: Int
}

@Model
final class Everything {
    var bool: Bool
    var int: Int
    var int8: Int8
    var int16: Int16
    var int32: Int32
    var int64: Int64
    var uint: UInt
    var uint8: UInt8
    var uint16: UInt16
    var uint32: UInt32
    var uint64: UInt64
    var float: Float
    var double: Double
    var decimal: Decimal
    var string: String
    var date: Date
    var data: Data
    var url: URL
    var uuid: UUID
    var suit: Suit
    var address: Address
    var words: [String]
    @Attribute(.externalStorage) var photo: Data?
    @Attribute(.ephemeral) var draft = "nothing"
    @Transient var scratch = 0

    init(extreme: Bool) {
        bool = extreme
        int = extreme ? .max : .min
        int8 = extreme ? .max : .min
        int16 = extreme ? .max : .min
        int32 = extreme ? .max : .min
        int64 = extreme ? .max : .min
        uint = extreme ? .max : .min
        uint8 = extreme ? .max : .min
        uint16 = extreme ? .max : .min
        uint32 = extreme ? .max : .min
        uint64 = extreme ? .max : .min
        float = extreme ? .greatestFiniteMagnitude : -.infinity
        double = extreme ? .leastNonzeroMagnitude : .infinity
        decimal = Decimal(string: extreme ? "12345678901234567890.123456789" : "-0.1") ?? 0
        string = extreme ? "e\u{301}\0👩‍👩‍👧\r\n" : ""
        date = Date(timeIntervalSinceReferenceDate: extreme ? 123456789.123456789 : -1e10)
        data = extreme ? Data(0...255) : Data()
        url = URL(string: "https://example.org/a?b=c#d") ?? URL(filePath: "/")
        uuid = UUID()
        suit = extreme ? .hearts : .clubs
        address = Address(city: "Kyiv", zip: extreme ? 1 : 2)
        words = extreme ? ["a", "b"] : []
    }
}

@Model
final class Nothing {
    var bool: Bool?
    var int: Int?
    var uint64: UInt64?
    var float: Float?
    var decimal: Decimal?
    var string: String?
    var date: Date?
    var data: Data?
    var url: URL?
    var uuid: UUID?
    var suit: Suit?
    var address: Address?
    init() {}
}

@Suite struct AttributeTests {
    @Test(arguments: [true, false]) func everyTypeRoundTrips(extreme: Bool) throws {
        let container = try ModelContainer(
            for: Everything.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let context = ModelContext(container)
        let saved = Everything(extreme: extreme)
        context.insert(saved)
        try context.save()
        let found = try #require(
            try ModelContext(container).fetch(FetchDescriptor<Everything>()).first
        )
        #expect(found !== saved)
        #expect(found.bool == saved.bool)
        #expect(found.int == saved.int && found.int8 == saved.int8 && found.int16 == saved.int16)
        #expect(found.int32 == saved.int32 && found.int64 == saved.int64)
        #expect(found.uint == saved.uint && found.uint8 == saved.uint8)
        #expect(found.uint16 == saved.uint16 && found.uint32 == saved.uint32)
        #expect(found.uint64 == saved.uint64)
        #expect(found.float == saved.float && found.double == saved.double)
        #expect(found.decimal == saved.decimal)
        #expect(Array(found.string.unicodeScalars) == Array(saved.string.unicodeScalars))
        #expect(found.date == saved.date && found.data == saved.data)
        #expect(found.url == saved.url && found.uuid == saved.uuid)
        #expect(found.suit == saved.suit && found.address == saved.address)
        #expect(found.words == saved.words)
    }

    @Test func optionalsOfEveryTypeCanBeNil() throws {
        let container = try ModelContainer(
            for: Nothing.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let context = ModelContext(container)
        context.insert(Nothing())
        try context.save()
        let found = try #require(
            try ModelContext(container).fetch(FetchDescriptor<Nothing>()).first
        )
        #expect(found.bool == nil && found.int == nil && found.uint64 == nil)
        #expect(found.float == nil && found.decimal == nil && found.string == nil)
        #expect(found.date == nil && found.data == nil && found.url == nil)
        #expect(found.uuid == nil && found.suit == nil && found.address == nil)
    }

    @Test func savingNaNThrowsAndKeepsTheChangePending() throws {
        let container = try ModelContainer(
            for: Everything.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let context = ModelContext(container)
        let model = Everything(extreme: true)
        model.double = .nan
        context.insert(model)
        #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
        #expect(context.hasChanges)
        model.double = 1
        try context.save()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Everything>()) == 1)
    }

    @Test func ephemeralValuesAreTrackedButNotStored() throws {
        let container = try ModelContainer(
            for: Everything.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let context = ModelContext(container)
        let model = Everything(extreme: true)
        context.insert(model)
        try context.save()
        model.draft = "something"
        #expect(model.hasChanges)
        model.scratch = 1
        try context.save()
        #expect(model.draft == "something")
        let found = try ModelContext(container).fetch(FetchDescriptor<Everything>()).first
        #expect(found?.draft == "nothing")
    }

    @Test func externalFilesAreWrittenAndGarbageCollected() throws {
        let folder = URL.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let container = try ModelContainer(
            for: Everything.self,
            configurations: ModelConfiguration(url: folder.appending(path: "a.store"))
        )
        let files = folder.appending(path: ".a.store_external")
        func names() -> [String] {
            (try? FileManager.default.contentsOfDirectory(
                atPath: files.path(percentEncoded: false)
            )) ?? []
        }
        let context = ModelContext(container)
        let model = Everything(extreme: true)
        model.photo = Data(repeating: 7, count: 100_000)
        context.insert(model)
        try context.save()
        #expect(names().count == 1)
        let other = ModelContext(container)
        #expect(try other.fetch(FetchDescriptor<Everything>()).first?.photo == model.photo)
        let first = names()
        model.photo = Data(repeating: 8, count: 100_000)
        try context.save()
        #expect(names().count == 1 && names() != first)
        model.photo = Data([1])
        try context.save()
        #expect(names().isEmpty)
        #expect(
            try ModelContext(container).fetch(FetchDescriptor<Everything>()).first?.photo
                == Data([1])
        )
        model.photo = Data(repeating: 9, count: 100_000)
        try context.save()
        context.delete(model)
        try context.save()
        #expect(names().isEmpty)
    }
}

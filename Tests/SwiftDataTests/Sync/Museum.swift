// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation

@testable import SwiftData

/// Models with each kind of attribute, and with relationships and constraints of several forms.
enum Museum {
    struct Size: Codable, Equatable {
        var width: Double
        var height: Double?
    }

    enum State: String, Codable { case shown, stored }

    struct Tone: Equatable {
        var red: UInt8
    }

    final class ToneTransformer: ValueTransformer {
        override func transformedValue(_ value: Any?) -> Any? {
            (value as? Tone).map { Data([$0.red]) }
        }

        override func reverseTransformedValue(_ value: Any?) -> Any? {
            (value as? Data).flatMap { $0.count == 1 ? Tone(red: $0[0]) : nil }
        }
    }

    @Model final class Item {
        @Attribute(.unique) var uuid: UUID
        @Attribute(.spotlight) var name: String
        var count: Int = 3
        var serial: UInt64 = .max
        var weight: Double?
        var made: Date
        var isFragile: Bool
        var price: Decimal?
        var page: URL?
        var mark: Data
        @Attribute(.externalStorage) var image: Data?
        var size: Size
        var frame: Size?
        var state: State
        var tags: [String] = []
        @Attribute(.transformable(by: ToneTransformer.self)) var tone: Tone
        @Attribute(.encrypt) var secret: String = "none"
        @Attribute(.allowsCloudEncryption) var letter: String?
        @Attribute(.ephemeral) var isSelected = false
        @Attribute(originalName: "place") var shelf: String = ""
        var room: Room?
        @Relationship(deleteRule: .cascade, inverse: \Certificate.item)
        var certificate: Certificate?
        @Relationship(deleteRule: .cascade, inverse: \Caption.item) var captions: [Caption] = []

        init(_ name: String, tone: Tone = Tone(red: 1)) {
            self.name = name
            self.tone = tone
            uuid = UUID()
            made = Date(timeIntervalSinceReferenceDate: 0.5)
            isFragile = true
            mark = Data([1, 2])
            size = Size(width: 1)
            state = .stored
        }
    }

    @Model final class Room {
        #Unique<Room>([\.floor, \.number])
        var floor: Int
        var number: Int
        @Relationship(deleteRule: .deny, inverse: \Item.room) var items: [Item] = []

        init(floor: Int, number: Int) {
            self.floor = floor
            self.number = number
        }
    }

    @Model final class Certificate {
        var text: String
        var item: Item
        init(_ text: String, item: Item) {
            self.text = text
            self.item = item
        }
    }

    @Model final class Caption {
        #Unique<Caption>([\.item, \.language])
        var language: String
        var item: Item?
        init(_ language: String, item: Item?) {
            self.language = language
            self.item = item
        }
    }

    /// Creates a container of a file with encrypted values.
    static func container(
        _ url: URL,
        key: ModelConfiguration.EncryptionKey
    ) throws -> ModelContainer {
        var configuration = ModelConfiguration(url: url)
        configuration.encryptionKey = key
        configuration.deviceKey = DeviceKey(url.appendingPathExtension("key"))
        return try ModelContainer(
            for: Item.self,
            Room.self,
            Caption.self,
            configurations: configuration
        )
    }
}

extension ModelContext {
    /// Saves what a closure writes as one command of a commit group.
    func inGroup<R>(_ body: () throws -> R) throws -> R {
        try commitGroup { try $0.run(body) }
    }

    /// Returns the values of one row; nil if it does not exist.
    func storedRow(_ identifier: PersistentIdentifier) throws -> NamedRow? {
        try namedRows.storedRows([identifier]).first
    }
}

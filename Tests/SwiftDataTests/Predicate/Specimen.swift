// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

// Models with every attribute type and every relationship type that predicates support.

enum Level: String, Codable, CaseIterable, Comparable, Sendable {
    case high, low, medium

    private var order: Int {
        switch self {
        case .low: 0
        case .medium: 1
        case .high: 2
        }
    }
    static func < (lhs: Level, rhs: Level) -> Bool { lhs.order < rhs.order }
}

enum Grade: Int, Codable, Comparable, Sendable {
    case none = 0
    case some = 5
    case all = -3

    static func < (lhs: Grade, rhs: Grade) -> Bool { lhs.rawValue < rhs.rawValue }
}

@Model final class Region {
    var name: String
    var code: Int?

    init(name: String, code: Int?) {
        self.name = name
        self.code = code
    }
}

@Model final class Shelf {
    var name: String
    var note: String?
    var weight: Int
    var region: Region?
    @Relationship(inverse: \Specimen.shelf) var specimens: [Specimen] = []

    init(name: String, note: String?, weight: Int, region: Region?) {
        self.name = name
        self.note = note
        self.weight = weight
        self.region = region
    }
}

@Model final class Sticker {
    var name: String
    var score: Int
    var isOld: Bool
    @Relationship(inverse: \Specimen.stickers) var specimens: [Specimen] = []

    init(name: String, score: Int, isOld: Bool) {
        self.name = name
        self.score = score
        self.isOld = isOld
    }
}

@Model final class Piece {
    var size: Double
    var title: String?
    var specimen: Specimen?

    init(size: Double, title: String?) {
        self.size = size
        self.title = title
    }
}

@Model final class Specimen {
    var serial: Int
    var flag = false
    var optionalFlag: Bool?
    var int = 0
    var optionalInt: Int?
    var int8: Int8 = 0
    var int16: Int16 = 0
    var int32: Int32 = 0
    var int64: Int64 = 0
    var uint: UInt = 0
    var uint8: UInt8 = 0
    var uint16: UInt16 = 0
    var uint32: UInt32 = 0
    var optionalInt16: Int16?
    var uint64: UInt64 = 0
    var optionalUInt64: UInt64?
    var float: Float = 0
    var optionalFloat: Float?
    var double = 0.0
    var optionalDouble: Double?
    var decimal: Decimal = Decimal(0)
    var optionalDecimal: Decimal?
    var text = ""
    var optionalText: String?
    var date: Date = Date(timeIntervalSinceReferenceDate: 0)
    var optionalDate: Date?
    var uuid: UUID = UUID()
    var optionalUUID: UUID?
    var url: URL = URL(filePath: "/")
    var optionalURL: URL?
    var data: Data = Data()
    var optionalData: Data?
    var level: Level = Level.low
    var optionalLevel: Level?
    var grade: Grade = Grade.none
    var flags: [Bool] = []
    var numbers: Set<Int> = []
    var maybeNumbers: [Int?] = []
    var unsignedNumbers: [UInt64] = []
    var floats: [Float] = []
    var doubles: [Double]?
    var decimals: [Decimal] = []
    var keywords: [String] = []
    var optionalKeywords: [String]?
    var dates: [Date] = []
    var uuids: Set<UUID> = []
    var urls: [URL] = []
    var blobs: [Data] = []
    var levels: [Level]?
    var grades: [Grade] = []
    var matrix: [[Int]] = []
    var scores: [String: Int] = [:]
    var gradesByLevel: [Level: Grade] = [:]
    var shelf: Shelf?
    var stickers: [Sticker] = []
    @Relationship(deleteRule: .cascade, inverse: \Piece.specimen) var pieces: [Piece]? = []

    init(serial: Int) { self.serial = serial }
}

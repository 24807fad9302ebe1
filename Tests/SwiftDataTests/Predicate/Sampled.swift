// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

/// An attribute type with sample values that reveal differences in semantics.
protocol Sampled: Codable, Equatable, Sendable {
    static var samples: [Self] { get }
    /// Returns an expression specific to the type, such as arithmetic; nil if there is none.
    static func special<M: SampledModel>(
        _ generator: PredicateGenerator,
        _ model: Erased<M>,
        _ depth: Int
    ) -> Erased<Self>?
}

extension Sampled {
    static func special<M: SampledModel>(
        _ generator: PredicateGenerator,
        _ model: Erased<M>,
        _ depth: Int
    ) -> Erased<Self>? { nil }
}

extension Sampled where Self: FixedWidthInteger {
    // Small values, so that no sum or product of two overflows, which would trap in `evaluate`.
    static var samples: [Self] { [0, 1, 2, 3, 5, 7, 11] }

    static func special<M: SampledModel>(
        _ generator: PredicateGenerator,
        _ model: Erased<M>,
        _ depth: Int
    ) -> Erased<Self>? {
        if Self.self == Int.self, generator.random.chance(2) {
            return generator.count(model, depth) as? Erased<Self>
        }
        let left = generator.leaf(Self.self, model)
        let right = generator.leaf(Self.self, model)
        switch generator.random.below(4) {
        case 0:
            return Erased(PredicateExpressions.build_Arithmetic(lhs: left, rhs: right, op: .add))
        case 1:
            return Erased(
                PredicateExpressions.build_Arithmetic(lhs: left, rhs: right, op: .multiply)
            )
        case 2:
            let divisor = Erased(
                PredicateExpressions.build_Arg(generator.random.pick([Self(2), 3, 7]))
            )
            return Erased(PredicateExpressions.build_Division(lhs: left, rhs: divisor))
        default:
            let divisor = Erased(
                PredicateExpressions.build_Arg(generator.random.pick([Self(2), 3, 7]))
            )
            return Erased(PredicateExpressions.build_Remainder(lhs: left, rhs: divisor))
        }
    }
}

extension Sampled where Self: FixedWidthInteger & SignedInteger {
    static var samples: [Self] { [0, 1, -1, 2, -3, 5, 11, -11] }
}

extension Int: Sampled {}
extension Int8: Sampled {}
extension Int16: Sampled {}
extension Int32: Sampled {}
extension UInt: Sampled {}
extension UInt8: Sampled {}
extension UInt16: Sampled {}
extension UInt32: Sampled {}

// These two types have extreme values and no arithmetic.
extension Int64: Sampled {
    static var samples: [Int64] { [0, -1, .max, .min, .max - 1, 1 << 53, 1 << 53 + 1] }
    static func special<M: SampledModel>(
        _ generator: PredicateGenerator,
        _ model: Erased<M>,
        _ depth: Int
    ) -> Erased<Int64>? { nil }
}
extension UInt64: Sampled {
    static var samples: [UInt64] { [0, 1, .max, .max - 1, 1 << 63, 1 << 63 - 1] }
    static func special<M: SampledModel>(
        _ generator: PredicateGenerator,
        _ model: Erased<M>,
        _ depth: Int
    ) -> Erased<UInt64>? { nil }
}

extension Sampled where Self: FloatingPoint {
    static func special<M: SampledModel>(
        _ generator: PredicateGenerator,
        _ model: Erased<M>,
        _ depth: Int
    ) -> Erased<Self>? {
        let left = generator.value(Self.self, model, depth - 1)
        let right = generator.value(Self.self, model, depth - 1)
        switch generator.random.below(5) {
        case 0:
            return Erased(PredicateExpressions.build_Arithmetic(lhs: left, rhs: right, op: .add))
        case 1:
            return Erased(
                PredicateExpressions.build_Arithmetic(lhs: left, rhs: right, op: .subtract)
            )
        case 2:
            return Erased(
                PredicateExpressions.build_Arithmetic(lhs: left, rhs: right, op: .multiply)
            )
        case 3: return Erased(PredicateExpressions.build_Division(lhs: left, rhs: right))
        default: return Erased(PredicateExpressions.build_UnaryMinus(left))
        }
    }
}
extension Float: Sampled {
    static var samples: [Float] {
        [
            0, -0.0, 0.1, 0.2, 0.3, 1.5, -2, .infinity, -.infinity, 16_777_216,
            .greatestFiniteMagnitude, .leastNonzeroMagnitude,
        ]
    }
}
extension Double: Sampled {
    static var samples: [Double] {
        [
            0, -0.0, 0.1, 0.2, 0.3, 1.5, -2, .infinity, -.infinity, 1e300, .leastNonzeroMagnitude,
            .nan,
        ]
    }
}
extension Decimal: Sampled {
    static var samples: [Decimal] {
        ["0", "1", "1.10", "1.1", "0.1", "100", "-2.5", "9", "10", "12345678901234567890.12"]
            .compactMap { Decimal(string: $0) }
    }
    static func special<M: SampledModel>(
        _ generator: PredicateGenerator,
        _ model: Erased<M>,
        _ depth: Int
    ) -> Erased<Decimal>? {
        let left = generator.leaf(Decimal.self, model)
        let right = generator.leaf(Decimal.self, model)
        let operation = generator.random.pick(
            [PredicateExpressions.ArithmeticOperator.add, .subtract, .multiply]
        )
        return Erased(PredicateExpressions.build_Arithmetic(lhs: left, rhs: right, op: operation))
    }
}
extension String: Sampled {
    static var samples: [String] {
        [
            "", "a", "A", "abc", "ABC", "b", "\u{E9}", "e\u{301}", "e", "cafe\u{301}s",
            "caf\u{E9}s",
            "a\r\nb", "\n", "\r\n", "\r", "👨‍👩‍👧", "👩", "🇺🇦", "straße", "STRASSE", "İ", "i", "I",
            "\u{212A}", "K", "b9", "b10", "日本", "かな", "カナ", "%", "_", "'", "\"\\", "xa", "\u{1}",
        ] + scripts
    }
}
extension String {
    /// Words of many scripts, and forms that some comparisons consider equal.
    private static let scripts = [
        "ΣΑΣ", "σας", "σασ", "Ёлка", "ёлка", "Е\u{308}лка", "שלום", "שָׁלוֹם", "مرحبا", "مَرْحَبًا", "हिन्दी",
        "தமிழ்", "ไทย", "한글", "\u{1112}\u{1161}\u{11AB}글", "ＡＢＣ", "①", "ﬁn", "fin", "ß", "ẞ", "ss",
        "Ǆ", "ǆ", "ǅ", "\u{130}", "ı", "ა", "Ა", "Ꭰ", "ꭰ", "𐐀", "𐐨", "\u{AD}a", "\u{200D}",
        "a\u{300}\u{327}",
        "a\u{327}\u{300}", "٣", "3", "10", "\u{FB01}", "¼", "か\u{3099}", "が", "𠮷",
    ]
}
extension Date: Sampled {
    static var samples: [Date] {
        [.distantPast, .distantFuture]
            + [0, -1.5, 700_000_000.123_456].map { Date(timeIntervalSinceReferenceDate: $0) }
    }
}
extension UUID: Sampled {
    static var samples: [UUID] {
        [
            "00000000-0000-0000-0000-000000000000", "0A000000-0000-4000-8000-000000000001",
            "FF000000-0000-4000-8000-000000000001", "90000000-0000-4000-8000-000000000001",
        ]
        .compactMap { UUID(uuidString: $0) }
    }
}
extension URL: Sampled {
    static var samples: [URL] {
        ["https://swift.org", "https://swift.org/", "file:///tmp/a%20b", "relative/path"].compactMap
        { URL(string: $0) }
    }
}
extension Data: Sampled {
    static var samples: [Data] { [Data(), Data([0]), Data([1, 2, 3]), Data("abc".utf8)] }
}
extension Bool: Sampled {
    static var samples: [Bool] { [true, false] }
    static func special<M: SampledModel>(
        _ generator: PredicateGenerator,
        _ model: Erased<M>,
        _ depth: Int
    ) -> Erased<Bool>? { generator.condition(model, depth - 1) }
}
extension Level: Sampled { static var samples: [Level] { allCases } }
extension Grade: Sampled { static var samples: [Grade] { [.none, .some, .all] } }

/// A model with key paths for a generator to choose from.
protocol SampledModel: PersistentModel {
    static var keyPaths: [AnyKeyPath] { get }
}

extension SampledModel {
    /// Whether the model has composite attributes.
    static var hasStructs: Bool { self is Exhibit.Type || self == Gallery.self }

    static func paths<T>(to type: T.Type) -> [any KeyPath<Self, T> & Sendable] {
        // A cast cannot add `Sendable` to a key path; key paths of stored properties are sendable.
        keyPaths.compactMap { $0 as? KeyPath<Self, T> }.map {
            unsafeBitCast($0, to: (any KeyPath<Self, T> & Sendable).self)
        }
    }
}

extension Region: SampledModel {
    static var keyPaths: [AnyKeyPath] { [\.name, \.code] as [PartialKeyPath<Region>] }
}
extension Shelf: SampledModel {
    static var keyPaths: [AnyKeyPath] { [\.name, \.note, \.weight] as [PartialKeyPath<Shelf>] }
}
extension Sticker: SampledModel {
    static var keyPaths: [AnyKeyPath] { [\.name, \.score, \.isOld] as [PartialKeyPath<Sticker>] }
}
extension Piece: SampledModel {
    static var keyPaths: [AnyKeyPath] { [\.size, \.title] as [PartialKeyPath<Piece>] }
}
extension Specimen: SampledModel {
    static var keyPaths: [AnyKeyPath] {
        let own: [PartialKeyPath<Specimen>] = [
            \.flag, \.optionalFlag, \.int, \.optionalInt, \.int8, \.int16, \.int32, \.int64, \.uint,
            \.uint8, \.uint16, \.uint32, \.optionalInt16, \.uint64, \.optionalUInt64, \.float,
            \.optionalFloat, \.double, \.optionalDouble, \.decimal, \.optionalDecimal, \.text,
            \.optionalText, \.date, \.optionalDate, \.uuid, \.optionalUUID, \.url, \.optionalURL,
            \.data, \.optionalData, \.level, \.optionalLevel, \.grade, \.flags, \.numbers,
            \.unsignedNumbers, \.floats, \.doubles, \.decimals, \.keywords, \.optionalKeywords,
            \.dates, \.uuids, \.urls, \.blobs, \.levels, \.grades, \.scores, \.gradesByLevel,
        ]
        return own
    }
}

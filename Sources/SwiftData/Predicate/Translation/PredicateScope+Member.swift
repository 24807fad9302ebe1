// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

extension PredicateScope {
    /// Returns a property of a stored value; nil if the property has no translation.
    func member<Whole, Part>(
        _ keyPath: KeyPath<Whole, Part>,
        collectionMember: CollectionMember?,
        of value: QueryExpression
    ) throws -> QueryExpression? {
        let value = try comparable(value)
        // Foundation encodes some of these as a kind; the others are recognized by their key paths.
        switch (value.type.kind, collectionMember) {
        case _ where RawValueKeyPath.isRawValue(keyPath): return value
        case (.text, .count): return .function(.characterCount, [value])
        case (.text, .isEmpty): return .equal(value, .constant(.text(""), _ColumnType(.text)))
        case (.text, _) where keyPath == \String.first: return .function(.firstCharacter, [value])
        case (.text, _) where keyPath == \String.last: return .function(.lastCharacter, [value])
        case (.data, _) where keyPath == \Data.count: return .function(.byteCount, [value])
        case (.data, _) where keyPath == \Data.isEmpty:
            let zero = QueryExpression.constant(.integer(0), _ColumnType(.integer))
            return .equal(.function(.byteCount, [value]), zero)
        case (.date, _) where keyPath == \Date.timeIntervalSinceReferenceDate:
            return .cast(value, _ColumnType(.double))
        case (.date, _) where keyPath == \Date.timeIntervalSince1970:
            let seconds = _ColumnValue.real(Date.timeIntervalBetween1970AndReferenceDate)
            return .arithmetic(
                .cast(value, _ColumnType(.double)),
                .add,
                .constant(seconds, _ColumnType(.double))
            )
        case (.uuid, _) where keyPath == \UUID.uuidString,
            (.url, _) where keyPath == \URL.absoluteString:
            return .cast(value, _ColumnType(.text))
        default: return nil
        }
    }
}

/// Recognizes key paths to the raw value of an enum.
///
/// Each enum computes `rawValue` itself, so these key paths do not compare equal. Instead, the
/// results of the key path are compared with the raw values for all cases of the enum.
enum RawValueKeyPath {
    static func isRawValue<Whole, Part>(_ keyPath: KeyPath<Whole, Part>) -> Bool {
        guard let type = Whole.self as? any RawRepresentable.Type else { return false }
        return returnsRawValues(of: type, keyPath: keyPath)
    }

    private static func returnsRawValues<R: RawRepresentable>(
        of type: R.Type,
        keyPath: AnyKeyPath
    ) -> Bool {
        guard let keyPath = keyPath as? KeyPath<R, R.RawValue> else { return false }
        // The description of a key path names stored properties of structs.
        if String(describing: keyPath).hasSuffix(".rawValue") { return true }
        guard let cases = EnumCases.all(of: type) else { return false }
        return cases.allSatisfy { element in
            guard let raw = try? _ColumnValue(captured: element.rawValue) else { return false }
            return (try? _ColumnValue(captured: element[keyPath: keyPath])) == raw
        }
    }
}

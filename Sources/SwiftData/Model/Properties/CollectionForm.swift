// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
import Synchronization

/// The JSON form of a collection of values that a store can compare one by one.
struct CollectionForm: Sendable, Hashable {
    /// The JSON structure that contains the elements.
    enum Structure: String, Sendable {
        /// An array of the elements.
        case array
        /// An object with a member for each entry of a dictionary.
        case object
        /// An array of the keys and values of a dictionary by turns.
        case pairs
    }

    let structure: Structure
    /// The type of the keys of a dictionary.
    let keyType: _ColumnType?
    /// The type of the elements, or of the values of a dictionary.
    let elementType: _ColumnType

    /// Returns the form of a collection type; nil for other types.
    static func of<T>(_ type: T.Type) -> CollectionForm? {
        (type as? any StoredCollection.Type)?.form
    }
}

/// A collection type that contains its elements in its JSON.
protocol StoredCollection {
    static var form: CollectionForm? { get }
}

extension Array: StoredCollection {
    static var form: CollectionForm? { CollectionForm(arrayOf: Element.self) }
}

extension Set: StoredCollection {
    static var form: CollectionForm? { CollectionForm(arrayOf: Element.self) }
}

extension Dictionary: StoredCollection {
    static var form: CollectionForm? {
        let keyType = _ColumnType(ofElement: Key.self)
        let isObject = Key.self == String.self || Key.self == Int.self
        // The key of a member can be any string, and can differ from the raw value.
        guard isObject || !(Key.self is any CodingKeyRepresentable.Type) else { return nil }
        return CollectionForm(
            structure: isObject ? .object : .pairs,
            keyType: keyType,
            elementType: _ColumnType(ofElement: Value.self)
        )
    }
}

extension CollectionForm {
    fileprivate init<Element>(arrayOf type: Element.Type) {
        self.init(structure: .array, keyType: nil, elementType: _ColumnType(ofElement: type))
    }
}

extension _ColumnType {
    /// Creates the column type for values of a type that are stored in the JSON of a collection.
    ///
    /// The kind is JSON if the values have no other form.
    fileprivate init(ofElement type: any Any.Type) {
        if let optional = type as? any OptionalType.Type {
            self = _ColumnType(ofElement: optional.wrappedType).optional
        } else if let native = type as? any _AttributeValue.Type {
            self = native._columnType
        } else if let type = type as? any (RawRepresentable & Codable).Type,
            let raw = RawValueCoding.rawType(of: type)
        {
            self = raw._columnType
        } else {
            self.init(.json)
        }
    }
}

/// Recognizes types that are coded as their raw values.
private enum RawValueCoding {
    private static let known = Mutex<[ObjectIdentifier: Bool]>([:])

    /// Returns the type of the raw values; nil if values are coded otherwise.
    ///
    /// - Complexity: O(1) after the first call for a type.
    static func rawType<R: RawRepresentable & Codable>(
        of type: R.Type
    ) -> (any _AttributeValue.Type)? {
        guard let raw = R.RawValue.self as? any _AttributeValue.Type else { return nil }
        let identity = ObjectIdentifier(type)
        if let isCoded = known.withLock({ $0[identity] }) { return isCoded ? raw : nil }
        var samples = EnumCases.all(of: type) ?? []
        if samples.isEmpty, let value = Placeholder.value(of: type) { samples = [value] }
        let isCoded = !samples.isEmpty && areCodedAsRawValues(samples)
        known.withLock { $0[identity] = isCoded }
        return isCoded ? raw : nil
    }

    private static func areCodedAsRawValues<R: RawRepresentable & Codable>(
        _ values: [R]
    ) -> Bool {
        let raw = values.compactMap { $0.rawValue as? any Encodable }
        guard raw.count == values.count, let coded = try? JSONEncoder().encode(values) else {
            return false
        }
        return (try? JSONEncoder().encode(raw.map(AnyCoded.init))) == coded
    }

    /// A value of any type, coded as itself.
    private struct AnyCoded: Encodable {
        let value: any Encodable

        init(_ value: any Encodable) { self.value = value }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Synchronization

/// The fields of a `Codable` struct, which a composite attribute stores in one column each.
///
/// The fields are found by decoding the type once: a type is a composite if it decodes and encodes
/// the members of one keyed container, as synthesized conformances of structs do.
public final class _CompositeShape: Sendable {
    /// One member of the struct.
    struct Field: Sendable {
        /// The coding key.
        let name: String
        let content: Content
        let isOptional: Bool
        /// The positions of the field's columns in the shape.
        let columns: Range<Int>
    }

    /// The stored form of a field.
    enum Content: Sendable {
        /// A value of this type, or of a type that is coded as a single value of it.
        case value(any _AttributeValue.Type)
        /// The fields of a nested struct, after a column for its presence if it is optional.
        case composite(_CompositeShape)
        /// The JSON of a value of any other type.
        case json
    }

    /// One column of the flattened struct.
    struct Column: Sendable {
        /// The coding keys from the struct to the field.
        let path: [String]
        let type: _ColumnType
        /// The type of the values in the column; nil for JSON and presence columns.
        let valueType: (any _AttributeValue.Type)?
    }

    /// The identity of the struct's type; a type can have several shapes that are equal.
    let typeID: ObjectIdentifier
    let fields: [Field]
    /// The columns of all fields, in order.
    let columns: [Column]
    private let positions: [String: Int]

    init(
        of typeID: ObjectIdentifier,
        contents: [(name: String, content: Content, isOptional: Bool)]
    ) {
        var fields: [Field] = []
        var columns: [Column] = []
        for (name, content, isOptional) in contents {
            let own = Self.columns(of: content, named: name, isOptional: isOptional)
            let range = columns.count..<(columns.count + own.count)
            fields.append(
                Field(name: name, content: content, isOptional: isOptional, columns: range)
            )
            columns += own
        }
        self.typeID = typeID
        self.fields = fields
        self.columns = columns
        positions = Dictionary(
            fields.indices.map { (fields[$0].name, $0) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    private static func columns(
        of content: Content,
        named name: String,
        isOptional: Bool
    ) -> [Column] {
        switch content {
        case .value(let type):
            let column = isOptional ? type._columnType.optional : type._columnType
            return [Column(path: [name], type: column, valueType: type)]
        case .json:
            return [
                Column(
                    path: [name],
                    type: _ColumnType(.json, isOptional: isOptional),
                    valueType: nil
                )
            ]
        case .composite(let shape):
            let presence = Column(
                path: [name],
                type: _ColumnType(.bool, isOptional: true),
                valueType: nil
            )
            let nested = shape.columns.map { column in
                Column(
                    path: [name] + column.path,
                    type: isOptional ? column.type.optional : column.type,
                    valueType: column.valueType
                )
            }
            return isOptional ? [presence] + nested : nested
        }
    }

    /// Returns the shape without one column, and without fields that would have no columns.
    func removing(column: Int) -> _CompositeShape {
        _CompositeShape(
            of: typeID,
            contents: fields.compactMap { field in
                guard field.columns.contains(column) else {
                    return (field.name, field.content, field.isOptional)
                }
                guard case .composite(let shape) = field.content else { return nil }
                let nested = column - field.columns.lowerBound - (field.isOptional ? 1 : 0)
                guard nested >= 0, shape.columns.count > 1 else { return nil }
                return (field.name, .composite(shape.removing(column: nested)), field.isOptional)
            }
        )
    }

    /// Returns the field with a coding key.
    func field(named name: String) -> Field? { positions[name].map { fields[$0] } }
}

extension _CompositeShape {
    private static let known = Mutex<[ObjectIdentifier: _CompositeShape?]>([:])

    /// Returns the shape of a type; nil if the type is not a composite.
    ///
    /// - Complexity: O(1) after the first call for a type.
    static func of<T: Codable>(_ type: T.Type) -> _CompositeShape? {
        let identity = ObjectIdentifier(type)
        if let found = known.withLock({ $0[identity] }) { return found }
        let shape = FieldRecorder.shape(of: type)
        known.withLock { $0[identity] = .some(shape) }
        return shape
    }
}

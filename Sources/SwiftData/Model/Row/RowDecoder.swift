// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

/// Decodes the properties of a model from the columns of a row.
///
/// A property is addressed by its index in the class that declares it, and occupies one or more
/// consecutive columns.
public struct _RowDecoder {
    private let source: any RowSource
    /// The entity of the row; nil for the columns of one composite value.
    private let entity: EntityDescription?
    /// The first column of each property of the entity; -1 for a property that is not in the row.
    @usableFromInline private(set) var columns: [Int32]
    /// The index in the entity of the first property of the decoding class.
    @usableFromInline private(set) var firstProperty = 0
    /// Whether values that cannot be decoded become unloaded, and values in external files are
    /// omitted.
    ///
    /// If false, every value of the row is loaded, or decoding throws.
    public let isLenient: Bool
    /// Whether columns can refer to external files, and their values are omitted.
    @usableFromInline let omitsReferences: Bool

    init(
        _ source: any RowSource,
        columns: [Int32],
        of entity: EntityDescription,
        isLenient: Bool = false
    ) {
        self.source = source
        self.columns = columns
        self.entity = entity
        self.isLenient = isLenient
        omitsReferences = isLenient && !entity.externalProperties.isEmpty
    }

    /// Creates a decoder for the columns of one composite value.
    init(compositeColumns source: any RowSource) {
        self.source = source
        columns = []
        entity = nil
        isLenient = false
        omitsReferences = false
    }

    /// Creates a decoder for the only column of a property without an entity.
    init(_ value: _ColumnValue) {
        source = ValueRow([value])
        columns = [0]
        entity = nil
        isLenient = false
        omitsReferences = false
    }

    /// Returns the first column of a property; -1 if its value is not in the row.
    @inlinable
    public func column(of index: Int) -> Int32 {
        let column = columns[firstProperty + index]
        return omitsReferences && isReference(column, of: firstProperty + index) ? -1 : column
    }

    /// Returns whether the column of a property refers to an external file.
    @usableFromInline
    func isReference(_ column: Int32, of property: Int) -> Bool {
        column >= 0 && entity?.externalProperties.contains(property) == true
            && source.isReference(column)
    }

    /// Returns the fields of a composite attribute; nil for any other property.
    func shape(of index: Int) -> _CompositeShape? {
        guard let property = entity?.properties[firstProperty + index],
            case .composite(let shape, _) = property.kind
        else { return nil }
        return shape
    }

    /// The value transformer of a transformable attribute.
    ///
    /// - Throws: `SwiftDataError` if the row has no entity.
    func transformation(of index: Int) throws -> ValueTransformation {
        try .required(entity?.properties[firstProperty + index].access.transformation)
    }

    /// Returns a decoder for the properties that a class itself declares.
    public func properties<M: PersistentModel>(of type: M.Type) -> _RowDecoder {
        var row = self
        row.firstProperty = entity?.firstProperty(of: type) ?? 0
        return row
    }

    /// The class of the row's model; nil if the entity does not include it.
    ///
    /// The root class, unless it has subclasses.
    var modelClass: ModelClass? {
        guard let entity, let last = columns.last else { return nil }
        guard entity.isHierarchy, last >= 0 else { return entity.classes[0] }
        let name = source.text(last)
        return entity.classes.first { $0.name == name }
    }

    /// Returns a decoder that omits the given properties of the entity.
    func omitting(_ properties: PropertySet) -> _RowDecoder {
        var row = self
        for index in columns.indices where properties.contains(index) { row.columns[index] = -1 }
        return row
    }

    /// Returns whether a column is NULL.
    public func isNull(_ column: Int32) -> Bool { source.isNull(column) }

    /// Returns an integer; throws if the column holds another type.
    public func integer(_ column: Int32) throws -> Int64 {
        guard let value = source.integer(column) else {
            throw mismatch(column, expected: "an integer")
        }
        return value
    }

    /// Returns a number; throws if the column holds another type.
    public func real(_ column: Int32) throws -> Double {
        guard let value = source.real(column) else { throw mismatch(column, expected: "a number") }
        return value
    }

    /// Returns text; throws if the column holds another type, or bytes that are not valid UTF-8.
    public func text(_ column: Int32) throws -> String {
        guard let value = source.text(column) else { throw mismatch(column, expected: "text") }
        return value
    }

    /// Returns a UUID; throws if the column holds something other than the text of one.
    func uuid(_ column: Int32) throws -> UUID {
        guard let value = source.uuid(column) else { throw mismatch(column, expected: "a UUID") }
        return value
    }

    /// Returns bytes from the row or an external file; throws if the column holds another type.
    public func data(_ column: Int32) throws -> Data {
        guard let value = try source.data(column, of: name(of: column)) else {
            throw mismatch(column, expected: "bytes")
        }
        return value
    }

    /// Returns the value of a column.
    func value(_ column: Int32) -> _ColumnValue { source.value(column) }

    /// Returns the error for a column with a value that does not have the type of its property.
    public func mismatch(_ column: Int32, expected: String) -> any Error {
        let isUnreadable = source.isUnreadable(column)
        let stored =
            switch source.value(column) {
            case .null: "NULL"
            case .blob: isUnreadable ? "bytes that cannot be decrypted" : "bytes"
            case _ where isUnreadable: "a value that is not encrypted"
            case .integer(let value): "the integer \(value)"
            case .real(let value): "the number \(value)"
            case .text: source.text(column) == nil ? "text that is not valid UTF-8" : "text"
            }
        return SwiftDataError.modelValidationFailure(
            "\(name(of: column)): the store contains \(stored); expected \(expected)"
        )
    }

    private func name(of column: Int32) -> String {
        guard let entity else { return "a field" }
        let property = columns.indices.filter { columns[$0] >= 0 && columns[$0] <= column }
            .max { columns[$0] < columns[$1] }
        return "\(entity.name)." + (property.map { entity.properties[$0].name } ?? "?")
    }
}

/// The column values of one row.
///
/// A store can reuse one source for all rows of a query and advance it from row to row. Values are
/// not boxed: each method returns nil if the column holds a value of another storage class.
protocol RowSource: AnyObject {
    /// Returns whether a column is NULL.
    func isNull(_ column: Int32) -> Bool
    /// Returns the integer in a column.
    func integer(_ column: Int32) -> Int64?
    /// Returns the number in a column.
    func real(_ column: Int32) -> Double?
    /// Returns the text in a column; nil also if its bytes are not valid UTF-8.
    func text(_ column: Int32) -> String?
    /// Returns the UUID from its canonical text in a column.
    func uuid(_ column: Int32) -> UUID?
    /// Returns the bytes in a column, or in the external file to which it refers.
    ///
    /// - Throws: `StoreError` with the name of the property if the file cannot be read.
    func data(_ column: Int32, of property: @autoclosure () -> String) throws -> Data?
    /// Returns whether a column refers to an external file instead of containing the value.
    func isReference(_ column: Int32) -> Bool
    /// Returns whether a column has an encrypted value that cannot be decrypted, or one that is not
    /// encrypted although it should be.
    func isUnreadable(_ column: Int32) -> Bool
    /// Returns the value of a column.
    func value(_ column: Int32) -> _ColumnValue
}

extension RowSource {
    func uuid(_ column: Int32) -> UUID? { text(column).flatMap { UUID(canonicalText: $0) } }

    func isUnreadable(_ column: Int32) -> Bool { false }
}

/// A row of values in memory.
final class ValueRow: RowSource {
    private let values: [_ColumnValue]

    init(_ values: [_ColumnValue]) { self.values = values }

    func isNull(_ column: Int32) -> Bool { value(column) == .null }

    func integer(_ column: Int32) -> Int64? {
        if case .integer(let value) = value(column) { value } else { nil }
    }

    func real(_ column: Int32) -> Double? {
        if case .real(let value) = value(column) { value } else { nil }
    }

    func text(_ column: Int32) -> String? {
        if case .text(let value) = value(column) { value } else { nil }
    }

    func data(_ column: Int32, of property: @autoclosure () -> String) -> Data? {
        if case .blob(let value) = value(column) { value } else { nil }
    }

    func isReference(_ column: Int32) -> Bool { false }

    func value(_ column: Int32) -> _ColumnValue { values[Int(column)] }
}

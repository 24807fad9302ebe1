// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Returns the model of a type with a primary key.
typealias ModelLookup = (_ type: any PersistentModel.Type, _ key: Int64) throws ->
    (any PersistentModel)?

/// Decodes the values of a type from result columns.
///
/// The type is examined once for a query, not for each value.
struct ColumnDecoder<Value> {
    let decode: (borrowing _RowDecoder, Int32) throws -> Value

    /// Returns the decoder for the values of a property.
    ///
    /// - Throws: `SwiftDataError.unsupportedKeyPath` if the values of the type are not in one
    ///   column.
    static func required<Model>(
        for keyPath: KeyPath<Model, Value>,
        _ models: @escaping ModelLookup
    ) throws -> ColumnDecoder {
        guard let decoder = make(models) else {
            throw SwiftDataError.unsupportedKeyPath(
                "\(keyPath.displayName): models cannot be grouped by values of type \(Value.self); use an "
                    + "attribute of another type, or a field of a structure"
            )
        }
        return decoder
    }

    /// Returns the decoder for the type; nil if its values are not in one column.
    private static func make(_ models: @escaping ModelLookup) -> ColumnDecoder? {
        if let type = Value.self as? any _AttributeValue.Type { return attribute(type) }
        if let type = Value.self as? any RawRepresentable.Type { return rawValue(type, models) }
        if let type = Value.self as? any PersistentModel.Type { return model(type, models) }
        guard let type = Value.self as? any OptionalType.Type else { return nil }
        return optional(type.wrappedType, models)
    }

    private static func attribute<A: _AttributeValue>(_ type: A.Type) -> ColumnDecoder? {
        ColumnDecoder<A> { row, column in try A._decode(row, column: column) } as? ColumnDecoder
    }

    private static func rawValue<R: RawRepresentable>(
        _ type: R.Type,
        _ models: @escaping ModelLookup
    ) -> ColumnDecoder? {
        guard let raw = ColumnDecoder<R.RawValue>.make(models) else { return nil }
        let decoder = ColumnDecoder<R> { row, column in
            guard let value = R(rawValue: try raw.decode(row, column)) else {
                throw row.mismatch(column, expected: "a \(R.self)")
            }
            return value
        }
        return decoder as? ColumnDecoder
    }

    private static func model<M: PersistentModel>(
        _ type: M.Type,
        _ models: @escaping ModelLookup
    ) -> ColumnDecoder? {
        let decoder = ColumnDecoder<M> { row, column in
            guard let model = try models(type, try row.integer(column)) as? M else {
                throw row.mismatch(column, expected: "the key of a \(M.self)")
            }
            return model
        }
        return decoder as? ColumnDecoder
    }

    private static func optional<W>(
        _ type: W.Type,
        _ models: @escaping ModelLookup
    ) -> ColumnDecoder? {
        guard let wrapped = ColumnDecoder<W>.make(models) else { return nil }
        let decoder = ColumnDecoder<W?> { row, column in
            row.isNull(column) ? nil : try wrapped.decode(row, column)
        }
        return decoder as? ColumnDecoder
    }
}

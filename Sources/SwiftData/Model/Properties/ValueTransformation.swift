// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// The conversion of the values of one transformable attribute to data, and back.
struct ValueTransformation {
    private let transformer: ValueTransformer
    /// The name of the attribute, qualified by its entity.
    private let attribute: String

    /// Finds the registered transformer of an attribute.
    ///
    /// - Throws: `SwiftDataError.unknownSchema` if there is none that converts in both directions.
    init(by name: String, of attribute: String) throws {
        guard let transformer = ValueTransformer(forName: NSValueTransformerName(name)) else {
            throw SwiftDataError.unknownSchema(
                "\(attribute): no value transformer has the name \"\(name)\"; call "
                    + "ValueTransformer.setValueTransformer(_:forName:) before the container is "
                    + "created"
            )
        }
        guard type(of: transformer).allowsReverseTransformation() else {
            throw SwiftDataError.unknownSchema(
                "\(attribute): the value transformer \"\(name)\" allows no reverse "
                    + "transformation, so that stored values could not be read; use another one"
            )
        }
        self.transformer = transformer
        self.attribute = attribute
    }

    /// Returns a transformation that an attribute of a container has.
    static func required(_ transformation: ValueTransformation?) throws -> ValueTransformation {
        guard let transformation else {
            throw SwiftDataError.modelValidationFailure(
                "a transformable attribute has no value transformer; use its model with a container"
            )
        }
        return transformation
    }

    /// Returns the stored form of a value; NULL for nil.
    ///
    /// - Throws: `SwiftDataError.modelValidationFailure` if the transformer returns no data.
    func columnValue<Value>(of value: Value) throws -> _ColumnValue {
        let wrapped: Any
        if let optional = value as? any OptionalType {
            guard let some = optional.wrappedValue else { return .null }
            wrapped = some
        } else {
            wrapped = value
        }
        let result = transformer.transformedValue(wrapped)
        if let data = result as? Data { return .blob(data) }
        if let data = result as? NSData { return .blob(Data(referencing: data)) }
        throw SwiftDataError.modelValidationFailure(
            "\(attribute): \(type(of: transformer)).transformedValue(_:) returned "
                + "\(result.map { "a \(type(of: $0))" } ?? "nil") for a \(type(of: wrapped)); "
                + "return Data"
        )
    }

    /// Returns the value of stored data.
    ///
    /// - Throws: `SwiftDataError.modelValidationFailure` if the transformer returns no such value.
    func value<Value>(of data: Data, as type: Value.Type) throws -> Value {
        let result = transformer.reverseTransformedValue(data)
        if let result, let value = result as? Value { return value }
        throw SwiftDataError.modelValidationFailure(
            "\(attribute): \(Swift.type(of: transformer)).reverseTransformedValue(_:) returned "
                + "\(result.map { "a \(Swift.type(of: $0))" } ?? "nil") for the stored data; "
                + "return a \(Value.self)"
        )
    }
}

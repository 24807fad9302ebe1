// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// An attribute, relationship, index or uniqueness constraint of a schema.
///
/// ## Topics
///
/// ### Names and type
///
/// - ``name``
/// - ``originalName``
/// - ``valueType``
///
/// ### Kind
///
/// - ``isAttribute``
/// - ``isRelationship``
/// - ``isTransient``
/// - ``isOptional``
/// - ``isUnique``
public protocol SchemaProperty: Codable, Hashable {
    /// The name of the property in source code.
    var name: String { get set }
    /// The name of the property in earlier versions of the schema; equal to `name` if never
    /// renamed.
    var originalName: String { get set }
    /// The Swift type of the property's values.
    var valueType: any Any.Type { get set }
    /// Whether the property is an attribute.
    var isAttribute: Bool { get }
    /// Whether the property is a relationship.
    var isRelationship: Bool { get }
    /// Whether the property is excluded from the store.
    var isTransient: Bool { get }
    /// Whether the property's value can be nil.
    var isOptional: Bool { get }
    /// Whether the property's values must be unique among the models of the entity.
    var isUnique: Bool { get }
}

extension SchemaProperty {
    /// Whether the property is an attribute; false by default.
    public var isAttribute: Bool { false }
    /// Whether the property is a relationship; false by default.
    public var isRelationship: Bool { false }
    /// Whether the property is excluded from the store; false by default.
    public var isTransient: Bool { false }
    /// Whether the value type is an `Optional`.
    public var isOptional: Bool { valueType is any OptionalType.Type }
}

/// An `Optional` type with its wrapped type erased.
protocol OptionalType {
    static var wrappedType: any Any.Type { get }
    /// The value nil, with its type erased.
    static var noValue: Any { get }
    /// The wrapped value with its type erased, or `nil`.
    var wrappedValue: Any? { get }
}

extension Optional: OptionalType {
    static var wrappedType: any Any.Type { Wrapped.self }
    static var noValue: Any { Self.none as Any }
    var wrappedValue: Any? { self }
}

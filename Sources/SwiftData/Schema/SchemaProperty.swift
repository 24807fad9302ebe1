// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// What attributes, relationships, indexes and constraints of a schema have in common.
public protocol SchemaProperty: Codable, Hashable {
    /// The name of the property in code.
    var name: String { get set }
    /// The name the property had in older versions of the schema; `name` when it was never renamed.
    var originalName: String { get set }
    /// The Swift type of the property's values.
    var valueType: any Any.Type { get set }
    /// Whether this is an attribute.
    var isAttribute: Bool { get }
    /// Whether this is a relationship.
    var isRelationship: Bool { get }
    /// Whether the property is left out of the store.
    var isTransient: Bool { get }
    /// Whether the property may be nil.
    var isOptional: Bool { get }
    /// Whether no two models may share a value of the property.
    var isUnique: Bool { get }
}

extension SchemaProperty {
    /// False, unless the conforming type says otherwise.
    public var isAttribute: Bool { false }
    /// False, unless the conforming type says otherwise.
    public var isRelationship: Bool { false }
    /// False, unless the conforming type says otherwise.
    public var isTransient: Bool { false }
    /// True when the property's value type is an `Optional`.
    public var isOptional: Bool { valueType is any OptionalType.Type }
}

/// Lets code ask a metatype whether it is an `Optional`, and of what.
protocol OptionalType {
    static var wrappedType: any Any.Type { get }
    /// The wrapped value as an existential, or nil.
    var wrappedValue: Any? { get }
}

extension Optional: OptionalType {
    static var wrappedType: any Any.Type { Wrapped.self }
    var wrappedValue: Any? { self }
}

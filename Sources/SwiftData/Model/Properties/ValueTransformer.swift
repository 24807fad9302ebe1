// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation
import Synchronization

/// The name under which a value transformer is registered.
public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// Creates a name.
    public init(_ rawValue: String) { self.rawValue = rawValue }
    /// Creates a name.
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// A conversion of values to others, and back.
///
/// Foundation on Linux lacks this class; this one has the part of Apple's that attributes need. A
/// subclass converts the values of an attribute with the option
/// ``Schema/Attribute/Option/transformable(by:)-(ValueTransformer.Type)`` to `Data`:
///
/// ```swift
/// final class ColorTransformer: ValueTransformer {
///     override func transformedValue(_ value: Any?) -> Any? {
///         (value as? Color).map { Data([$0.red, $0.green, $0.blue]) }
///     }
///
///     override func reverseTransformedValue(_ value: Any?) -> Any? {
///         guard let data = value as? Data, data.count == 3 else { return nil }
///         return Color(red: data[0], green: data[1], blue: data[2])
///     }
/// }
/// ```
///
/// The contexts of a container call a transformer on their own threads, several of them at a time.
open class ValueTransformer: NSObject {
    /// Creates a value transformer.
    public required override init() {}

    /// Returns the class of the values that the transformer returns; by default `NSData`.
    open class func transformedValueClass() -> AnyClass { NSData.self }
    /// Returns whether the transformer converts values back; true by default.
    open class func allowsReverseTransformation() -> Bool { true }
    /// Returns the converted value; by default the value itself.
    open func transformedValue(_ value: Any?) -> Any? { value }
    /// Returns the value that was converted; by default the result of the conversion.
    open func reverseTransformedValue(_ value: Any?) -> Any? { transformedValue(value) }

    /// Registers a transformer under a name, or removes the registered one.
    ///
    /// - Parameters:
    ///   - transformer: The transformer; `nil` removes the registered one.
    ///   - name: The name that attributes use.
    public class func setValueTransformer(
        _ transformer: ValueTransformer?,
        forName name: NSValueTransformerName
    ) {
        registry.withLock { $0.instances[name] = transformer.map(SharedTransformer.init) }
    }

    /// Returns the names of all registered transformers.
    public class func valueTransformerNames() -> [NSValueTransformerName] {
        registry.withLock { Array($0.instances.keys) }
    }

    // MARK: Registry

    private struct Registry {
        var instances: [NSValueTransformerName: SharedTransformer] = [:]
        var types: [NSValueTransformerName: ValueTransformer.Type] = [:]
    }

    private static let registry = Mutex(Registry())

    /// Makes a class available under its own name; returns the name.
    static func register(_ type: ValueTransformer.Type) -> String {
        let name = NSValueTransformerName(String(reflecting: type))
        registry.withLock { $0.types[name] = type }
        return name.rawValue
    }

    /// Returns the transformer with a name, or a new one of the class with the name.
    fileprivate static func registered(_ name: NSValueTransformerName) -> ValueTransformer? {
        let (instance, type) = registry.withLock { ($0.instances[name], $0.types[name]) }
        if let instance { return instance.transformer }
        guard let transformer = type?.init() else { return nil }
        setValueTransformer(transformer, forName: name)
        return transformer
    }
}

/// A transformer that several threads call.
private struct SharedTransformer: @unchecked Sendable {
    // Unchecked, because the methods of transformers must be callable from any thread.
    let transformer: ValueTransformer
}

/// A class with an initializer that can return an existing object, which only an extension of a
/// protocol can declare.
public protocol _RegisteredTransformer {}

extension ValueTransformer: _RegisteredTransformer {}

extension _RegisteredTransformer {
    /// Returns the transformer that is registered under a name, or `nil`.
    public init?(forName name: NSValueTransformerName) {
        guard let transformer = ValueTransformer.registered(name) as? Self else { return nil }
        self = transformer
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

extension PredicateExpressions {
    /// The expression of a property of a type that may be a generic parameter.
    ///
    /// In generic code, the key path may lead to the requirement of a protocol, which a store
    /// cannot resolve. The key path of the model's property with the same name and type replaces
    /// it.
    @inlinable
    public static func build_Property<Root, Value>(
        root: Root,
        keyPath: any Swift.KeyPath<Root.Output, Value> & Sendable,
        name: String
    ) -> KeyPath<Root, Value> {
        build_KeyPath(
            root: root,
            keyPath: isResolvable(keyPath) ? keyPath : property(named: name, or: keyPath)
        )
    }

    /// Returns whether a key path is known to need no replacement.
    @usableFromInline
    static func isResolvable(_ keyPath: AnyKeyPath) -> Bool {
        PropertyKeyPaths.isResolvable(keyPath)
    }

    /// Returns the key path of a model's property; the given one for other types and names.
    @usableFromInline
    static func property<Whole, Part>(
        named name: String,
        or given: any Swift.KeyPath<Whole, Part> & Sendable
    ) -> any Swift.KeyPath<Whole, Part> & Sendable {
        guard let model = Whole.self as? any PersistentModel.Type,
            let declared = PropertyKeyPaths.of(model)[name], declared != given,
            // Unchecked, because the key path of a stored property captures nothing.
            let property = uncheckedSendable(
                declared,
                as: (any Swift.KeyPath<Whole, Part> & Sendable).self
            )
        else {
            PropertyKeyPaths.noteResolvable(given)
            return given
        }
        return property
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

extension PredicateExpressions {
    /// The expression of a property of a type that may be a generic parameter.
    ///
    /// In generic code, the key path may lead to the requirement of a protocol, which a store
    /// cannot resolve. The key path of the model's property with the same name and type replaces
    /// it.
    public static func build_Property<Root, Value>(
        root: Root,
        keyPath: any Swift.KeyPath<Root.Output, Value> & Sendable,
        name: String
    ) -> KeyPath<Root, Value> {
        build_KeyPath(root: root, keyPath: property(named: name) ?? keyPath)
    }

    private static func property<Whole, Part>(
        named name: String
    ) -> (any Swift.KeyPath<Whole, Part> & Sendable)? {
        guard let model = Whole.self as? any PersistentModel.Type,
            let keyPath = PropertyKeyPaths.of(model)[name]
        else { return nil }
        // Unchecked, because the key path of a stored property captures nothing.
        return uncheckedSendable(
            keyPath,
            as: (any Swift.KeyPath<Whole, Part> & Sendable).self
        )
    }
}

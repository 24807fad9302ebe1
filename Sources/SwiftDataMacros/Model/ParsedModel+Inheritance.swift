// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntax
import SwiftSyntaxBuilder

extension ParsedModel {
    /// The modifiers of members that subclasses override.
    var overridable: DeclModifierListSyntax {
        let access =
            isOpen ? [DeclModifierSyntax(name: .keyword(.open, trailingTrivia: .space))] : access
        guard superclass != nil else { return access }
        return access + [DeclModifierSyntax(name: .keyword(.override, trailingTrivia: .space))]
    }

    /// The property that returns the superclass; nil for a final class without one.
    var superclassType: DeclSyntax? {
        guard !isFinal || superclass != nil else { return nil }
        let value: ExprSyntax = superclass.map { "\($0).self" } ?? "nil"
        return """
            \(overridable)class var _$superclass: (any SwiftData.PersistentModel.Type)? {
                \(value)
            }
            """
    }

    /// The property that returns the key paths of this class to inherited properties; nil for a
    /// final class without a superclass.
    var inheritedKeyPaths: DeclSyntax? {
        guard !isFinal || superclass != nil else { return nil }
        let value: ExprSyntax = superclass.map { "\($0)._$keyPaths(of: \(name).self)" } ?? "[]"
        return """
            \(overridable)class var _$inheritedKeyPaths: [AnyKeyPath] {
                \(value)
            }
            """
    }

    /// The function that returns the key paths of a subclass to the properties of this class; nil
    /// for a final class.
    ///
    /// The key paths of a class and its subclass to one property differ, and neither can be
    /// converted to the other at run time.
    var keyPathsOfSubclass: DeclSyntax? {
        guard !isFinal else { return nil }
        let own = properties.map { #"\_M.\#($0.name)"# }.joined(separator: ", ")
        let inherited = superclass.map { "\($0)._$keyPaths(of: type) + " } ?? ""
        return """
            \(access)static func _$keyPaths<_M: \(name)>(of type: _M.Type) -> [AnyKeyPath] {
                \(raw: inherited)[\(raw: own)]
            }
            """
    }
}

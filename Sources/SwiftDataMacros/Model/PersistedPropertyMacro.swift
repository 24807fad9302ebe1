// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@_PersistedProperty(index)`: the accessors and the storage of one persisted property.
///
/// `@Model` puts it on the properties; nobody writes it by hand.
enum PersistedPropertyMacro {}

extension PersistedPropertyMacro: AccessorMacro {
    static func expansion(
        of node: AttributeSyntax,
        providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
        guard let property = ParsedProperty(marked: declaration, by: node) else { return [] }
        let reading = [property.initAccessor, property.getter]
        return property.isConstant ? reading : reading + [property.setter]
    }
}

extension ParsedProperty {
    /// Reads the declaration and the index its attribute carries.
    init?(marked declaration: some DeclSyntaxProtocol, by attribute: AttributeSyntax) {
        guard
            let variable = declaration.as(VariableDeclSyntax.self),
            let index = attribute.argumentList.first?.expression.as(IntegerLiteralExprSyntax.self)?
                .representedLiteralValue
        else { return nil }
        self.init(variable, index: index)
    }

    /// Lets a class initialise the property like a stored one, and be told when it does not.
    fileprivate var initAccessor: AccessorDeclSyntax {
        """
        @storageRestrictions(accesses: \(storageName), initializes: \(markerName))
        init(initialValue) {
            \(storageName) = .init(value: initialValue)
            \(markerName) = SwiftData._Initialized()
        }
        """
    }

    /// Reads the storage; only a value that was never loaded asks the runtime.
    fileprivate var getter: AccessorDeclSyntax {
        """
        get {
            _$model.access(self, keyPath: \\.\(name))
            if let value = \(storageName).loaded {
                return value
            }
            return _$model.resolve(self, \\.\(storageName), at: \(literal: index))
        }
        """
    }

    fileprivate var setter: AccessorDeclSyntax {
        """
        set {
            _$model.assign(
                newValue,
                to: self,
                keyPath: \\.\(name),
                storage: \\.\(storageName),
                at: \(literal: index)
            )
        }
        """
    }
}

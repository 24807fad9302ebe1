// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The `@_PersistedProperty(index)` macro, which generates accessors and storage of a property.
///
/// `@Model` attaches it to persisted properties; it is not for use in source code.
enum PersistedPropertyMacro {}

extension PersistedPropertyMacro: AccessorMacro {
    static func expansion(
        of node: AttributeSyntax,
        providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
        guard let property = ParsedProperty(marked: declaration, by: node) else { return [] }
        let reading = [property.initAccessor, property.getter]
        guard !property.isConstant else { return reading }
        return reading + [property.setter] + (property.isModifiedInPlace ? [property.modifier] : [])
    }
}

extension ParsedProperty {
    /// Parses the declaration and the index in the macro's argument.
    init?(marked declaration: some DeclSyntaxProtocol, by attribute: AttributeSyntax) {
        guard
            let variable = declaration.as(VariableDeclSyntax.self),
            let index = attribute.argumentList.first?.expression.as(IntegerLiteralExprSyntax.self)?
                .representedLiteralValue
        else { return nil }
        self.init(variable, index: index)
    }

    /// The init accessor, which lets initializers treat the property as a stored one and the
    /// compiler check that they initialize it.
    fileprivate var initAccessor: AccessorDeclSyntax {
        """
        @storageRestrictions(accesses: \(storageName), initializes: \(markerName))
        init(initialValue) {
            \(storageName) = .init(value: initialValue)
            \(markerName) = SwiftData._Initialized()
        }
        """
    }

    /// The getter, which returns the loaded value and otherwise resolves it through the model's
    /// state.
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

    /// Whether an array is modified in place, so that appending to it does not copy it.
    fileprivate var isModifiedInPlace: Bool {
        guard case .standard = storageForm else { return false }
        guard let type = declaredType else { return defaultValue?.isEmptyArray == true }
        return (type.as(OptionalTypeSyntax.self)?.wrappedType ?? type).isArray
    }

    /// The accessor that moves an array out of the model while it is modified.
    fileprivate var modifier: AccessorDeclSyntax {
        """
        _modify {
            _$model.access(self, keyPath: \\.\(name))
            var value = _$model.beginModification(of: self, \\.\(storageName), at: \(literal: index))
            defer {
                _$model.endModification(
                    value,
                    of: self,
                    keyPath: \\.\(name),
                    storage: \\.\(storageName),
                    at: \(literal: index)
                )
            }
            yield &value
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

extension TypeSyntax {
    /// Whether the type is written as `[T]` or `Array<T>`.
    fileprivate var isArray: Bool {
        if let type = self.as(IdentifierTypeSyntax.self) {
            return type.name.text == "Array" && type.genericArgumentClause != nil
        }
        return self.is(ArrayTypeSyntax.self)
    }
}

extension ExprSyntax {
    /// Whether the expression is written as `[T]()` or `Array<T>()`.
    fileprivate var isEmptyArray: Bool {
        guard let call = self.as(FunctionCallExprSyntax.self), call.arguments.isEmpty,
            call.trailingClosure == nil
        else { return false }
        if let generic = call.calledExpression.as(GenericSpecializationExprSyntax.self) {
            return generic.expression.trimmedDescription == "Array"
        }
        return call.calledExpression.is(ArrayExprSyntax.self)
    }
}

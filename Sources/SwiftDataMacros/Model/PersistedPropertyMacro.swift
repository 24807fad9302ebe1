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

    /// Whether a collection is modified in place, so that appending to it does not copy it.
    fileprivate var isModifiedInPlace: Bool {
        if case .transformable = storageForm { return false }
        guard let type = declaredType else { return defaultValue?.isCollection == true }
        return (type.as(OptionalTypeSyntax.self)?.wrappedType ?? type).isCollection
    }

    /// The accessor that moves a collection out of the model while it is modified.
    fileprivate var modifier: AccessorDeclSyntax {
        """
        _modify {
            _$model.access(self, keyPath: \\.\(name))
            var value = _$model.beginModification(
                of: self,
                keyPath: \\.\(name),
                \\.\(storageName),
                at: \(literal: index)
            )
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

/// The names of the types that are modified in place.
private let collectionNames: Set<String> = ["Array", "Dictionary", "Set", "Data"]

extension TypeSyntax {
    /// Whether the type is written as a collection, such as `[T]` or `Set<T>`.
    fileprivate var isCollection: Bool {
        if let type = self.as(IdentifierTypeSyntax.self) {
            return collectionNames.contains(type.name.text)
                && (type.genericArgumentClause != nil || type.name.text == "Data")
        }
        return self.is(ArrayTypeSyntax.self) || self.is(DictionaryTypeSyntax.self)
    }
}

extension ExprSyntax {
    /// Whether the expression is written as a new collection, such as `[T]()`, `Set<T>()` or
    /// `Data()`.
    fileprivate var isCollection: Bool {
        guard let call = self.as(FunctionCallExprSyntax.self) else {
            return self.is(ArrayExprSyntax.self) || self.is(DictionaryExprSyntax.self)
        }
        let type =
            call.calledExpression.as(GenericSpecializationExprSyntax.self)?.expression
            ?? call.calledExpression
        return collectionNames.contains(type.trimmedDescription) || type.is(ArrayExprSyntax.self)
            || type.is(DictionaryExprSyntax.self)
    }
}

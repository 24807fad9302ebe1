// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntax

extension VariableDeclSyntax {
    /// The binding of a persisted property, or nil if the declaration is not persisted.
    var persistedBinding: PatternBindingSyntax? {
        guard
            isStoredInstanceProperty,
            !attributes.contains(.transient),
            bindings.count == 1,
            let binding = bindings.first,
            binding.name != nil
        else { return nil }
        return binding
    }

    /// Whether the declaration is a stored instance property that is not lazy.
    var isStoredInstanceProperty: Bool {
        !modifiers.contains { $0.isTypeScope || $0.name.tokenKind == .keyword(.lazy) }
            && !bindings.contains { $0.isComputed }
    }

    var isConstant: Bool { bindingSpecifier.tokenKind == .keyword(.let) }
}

extension DeclModifierSyntax {
    /// Whether the modifier declares a type member: `static` or `class`.
    var isTypeScope: Bool {
        [.keyword(.static), .keyword(.class)].contains(name.tokenKind)
    }
}

extension PatternBindingSyntax {
    /// The unescaped name, or nil for a tuple pattern.
    var name: String? {
        pattern.as(IdentifierPatternSyntax.self)?.identifier.unescapedName
    }

    /// Whether the binding has accessors other than observers.
    var isComputed: Bool {
        switch accessorBlock?.accessors {
        case nil: false
        case .getter: true
        case .accessors(let accessors): accessors.contains { !$0.isObserver }
        }
    }

    /// The declared type, with `T!` normalized to `T?`.
    var declaredType: TypeSyntax? {
        guard let type = typeAnnotation?.type.trimmed else { return nil }
        guard let unwrapped = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) else {
            return type
        }
        return TypeSyntax(OptionalTypeSyntax(wrappedType: unwrapped.wrappedType))
    }
}

extension AccessorDeclSyntax {
    fileprivate var isObserver: Bool {
        [.keyword(.willSet), .keyword(.didSet)].contains(accessorSpecifier.tokenKind)
    }
}

extension TypeSyntax {
    /// Whether the type is written as `T?`, so that a variable is initialized to nil implicitly.
    var isOptional: Bool { self.is(OptionalTypeSyntax.self) }
}

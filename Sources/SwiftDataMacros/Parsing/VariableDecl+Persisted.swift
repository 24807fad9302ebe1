// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntax

extension VariableDeclSyntax {
    /// The binding of a stored instance property that is meant to be persisted, or nil.
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

    /// Whether each instance has storage for it from the start.
    var isStoredInstanceProperty: Bool {
        !modifiers.contains { $0.isTypeScope || $0.name.tokenKind == .keyword(.lazy) }
            && !bindings.contains { $0.isComputed }
    }

    var isConstant: Bool { bindingSpecifier.tokenKind == .keyword(.let) }
}

extension DeclModifierSyntax {
    /// Whether it makes the property one of the type: `static` or `class`.
    var isTypeScope: Bool {
        [.keyword(.static), .keyword(.class)].contains(name.tokenKind)
    }
}

extension PatternBindingSyntax {
    /// The unescaped name it declares, nil for a pattern of several.
    var name: String? {
        pattern.as(IdentifierPatternSyntax.self)?.identifier.unescapedName
    }

    /// Whether it has accessors other than observers.
    var isComputed: Bool {
        switch accessorBlock?.accessors {
        case nil: false
        case .getter: true
        case .accessors(let accessors): accessors.contains { !$0.isObserver }
        }
    }

    /// The declared type as an ordinary type: `T!` reads as `T?`.
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
    /// Whether it is spelled as an optional, in which case a variable of it starts as nil.
    var isOptional: Bool { self.is(OptionalTypeSyntax.self) }
}

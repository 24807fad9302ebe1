// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftIfConfig
import SwiftSyntax
import SwiftSyntaxMacros

extension ParsedModel {
    /// Parses the annotated class, or returns nil for a declaration that cannot be a model.
    init?(_ declaration: some DeclGroupSyntax, in context: some MacroExpansionContext) {
        guard
            let declaration = declaration.as(ClassDeclSyntax.self),
            declaration.genericParameterClause == nil
        else { return nil }
        let members = ActiveMembers(
            of: declaration.memberBlock.members,
            in: context.buildConfiguration
        ).declarations
        name = declaration.name.trimmed
        access = declaration.modifiers.memberAccess(in: context)
        isFinal = declaration.modifiers.contains { $0.name.tokenKind == .keyword(.final) }
        isOpen = declaration.modifiers.contains { $0.name.tokenKind == .keyword(.open) }
        properties = ParsedProperty.all(
            in: members,
            includingConstants: context.allowsPersistedConstants
        )
        indexes = members.arguments(ofMacro: "Index")
        uniques = members.arguments(ofMacro: "Unique")
        declaredNames = Set(members.flatMap(\.declaredNames))
        hasDeinitializer = members.contains { $0.is(DeinitializerDeclSyntax.self) }
    }
}

extension ClassDeclSyntax {
    /// Returns the superclass if it is a model.
    ///
    /// If the class already has all conformances of the macro, it inherits them from a model.
    /// `PersistentModel` alone could come from a protocol, but then `Sendable` would be missing.
    func modelSuperclass(missing conformances: [TypeSyntax]) -> TypeSyntax? {
        conformances.isEmpty ? inheritanceClause?.inheritedTypes.first?.type.trimmed : nil
    }
}

extension MacroExpansionContext {
    /// Whether the compiler accepts an accessor macro on a `let`, as it does in Swift 5 mode with a
    /// warning.
    var allowsPersistedConstants: Bool {
        buildConfiguration.map { $0.languageVersion < VersionTuple(6) } ?? false
    }
}

extension ParsedProperty {
    /// Returns the persisted properties among the members, numbered in declaration order.
    fileprivate static func all(
        in members: [DeclSyntax],
        includingConstants: Bool
    ) -> [ParsedProperty] {
        members.compactMap { $0.as(VariableDeclSyntax.self) }
            .filter { $0.persistedBinding != nil && (includingConstants || !$0.isConstant) }
            .enumerated()
            .compactMap { ParsedProperty($0.element, index: $0.offset) }
    }

    /// Parses a declaration, or returns nil if it does not declare a persisted property.
    init?(_ declaration: VariableDeclSyntax, index: Int) {
        guard
            let binding = declaration.persistedBinding,
            let pattern = binding.pattern.as(IdentifierPatternSyntax.self)
        else { return nil }
        name = pattern.identifier.trimmed
        declaredType = binding.declaredType
        defaultValue = binding.initializer?.value.trimmed
        isOptional = binding.declaredType?.isOptional ?? false
        isConstant = declaration.isConstant
        annotation = Annotation(declaration.attributes)
        self.index = index
    }
}

extension ParsedProperty.Annotation {
    fileprivate init?(_ attributes: AttributeListSyntax) {
        if let relationship = attributes.all(.relationship).first {
            self = .relationship(relationship.argumentList)
        } else if let attribute = attributes.all(.attribute).first {
            self = .attribute(attribute.argumentList)
        } else {
            return nil
        }
    }
}

extension [DeclSyntax] {
    fileprivate func arguments(ofMacro name: String) -> [LabeledExprListSyntax] {
        compactMap { $0.as(MacroExpansionDeclSyntax.self) }
            .filter { $0.macroName.text == name }
            .map(\.arguments.trimmed)
    }
}

extension DeclSyntax {
    /// The unescaped names that the declaration introduces.
    fileprivate var declaredNames: [String] {
        if let function = self.as(FunctionDeclSyntax.self) {
            return [function.name.unescapedName]
        }
        guard let variable = self.as(VariableDeclSyntax.self) else { return [] }
        return variable.bindings.compactMap {
            $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.unescapedName
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntax
import SwiftSyntaxBuilder

/// A property marked `@Query`.
struct ParsedQuery {
    /// The name of the generated property with the fetch.
    let storageName: TokenSyntax
    /// The declared type.
    let result: TypeSyntax
    /// The type of the models.
    let element: TypeSyntax
    /// The access level of the generated property.
    let access: DeclModifierSyntax
    /// The arguments of the macro as written.
    let arguments: LabeledExprListSyntax

    /// Parses a declaration.
    ///
    /// - Throws: `QueryDiagnostic` for a declaration that cannot be the result of a fetch.
    init(_ declaration: some DeclSyntaxProtocol, _ node: AttributeSyntax) throws {
        guard let variable = declaration.as(VariableDeclSyntax.self) else {
            throw QueryDiagnostic.notAProperty
        }
        guard let binding = variable.bindings.first,
            let pattern = binding.pattern.as(IdentifierPatternSyntax.self)
        else { throw QueryDiagnostic.notAProperty }
        let name = pattern.identifier.unescapedName
        guard variable.isStoredInstanceProperty, !variable.isConstant, binding.initializer == nil
        else { throw QueryDiagnostic.unsuitableProperty(name) }
        guard let type = binding.typeAnnotation?.type.trimmed else {
            throw QueryDiagnostic.missingType(name)
        }
        storageName = .identifier("_" + name)
        result = type
        element = type.queryElement
        access =
            variable.modifiers.first { modifier in
                modifier.detail == nil
                    && [.keyword(.private), .keyword(.fileprivate)]
                        .contains(modifier.name.tokenKind)
            }?.trimmed
            ?? DeclModifierSyntax(
                name: .keyword(.private),
                detail: DeclModifierDetailSyntax(detail: .identifier("set"))
            )
        arguments = node.argumentList
    }
}

extension TypeSyntax {
    /// The type of the models in results of this type: `Model` of `[Model]`, `Array<Model>` and
    /// `SectionedResults<Model, String>`; otherwise the associated type `Element`.
    fileprivate var queryElement: TypeSyntax {
        if let array = self.as(ArrayTypeSyntax.self) { return array.element.trimmed }
        let arguments =
            self.as(IdentifierTypeSyntax.self)?.genericArgumentClause
            ?? self.as(MemberTypeSyntax.self)?.genericArgumentClause
        if case .type(let type)? = arguments?.arguments.first?.argument { return type.trimmed }
        return "\(self).Element"
    }
}

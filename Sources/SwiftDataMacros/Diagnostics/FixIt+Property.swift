// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDiagnostics
import SwiftSyntax

extension FixIt {
    /// Removes an attribute from a declaration.
    static func removing(
        _ attribute: AttributeSyntax,
        named name: AnnotationName,
        from declaration: VariableDeclSyntax
    ) -> FixIt {
        var changed = declaration
        changed.attributes = declaration.attributes.filter { $0.id != attribute.id }
        changed.leadingTrivia = declaration.leadingTrivia
        return .replace(
            message: ModelFixIt.removeAnnotation(name),
            oldNode: declaration,
            newNode: changed
        )
    }

    /// Replaces `let` by `private(set) var`.
    static func makingVariable(_ declaration: VariableDeclSyntax) -> FixIt {
        var changed = declaration
        changed.bindingSpecifier.tokenKind = .keyword(.var)
        if !declaration.modifiers.contains(where: { $0.name.tokenKind == .keyword(.private) }) {
            changed.bindingSpecifier.leadingTrivia = []
            changed.modifiers.append(
                DeclModifierSyntax(
                    leadingTrivia: declaration.bindingSpecifier.leadingTrivia,
                    name: .keyword(.private),
                    detail: DeclModifierDetailSyntax(detail: .identifier("set")),
                    trailingTrivia: .space
                )
            )
        }
        return .replace(
            message: ModelFixIt.usePrivateSetter,
            oldNode: declaration,
            newNode: changed
        )
    }

    /// Splits a declaration into one for each binding, with the same attributes and modifiers.
    static func separating(_ declaration: VariableDeclSyntax) -> FixIt {
        var type: TypeAnnotationSyntax?
        let declarations = declaration.bindings.reversed().map { binding in
            // In `var a, b: Int` the type annotation of `b` applies to `a` as well.
            type = binding.typeAnnotation ?? (binding.initializer == nil ? type : nil)
            let alone = binding.with(\.trailingComma, nil).with(\.typeAnnotation, type).trimmed
            return declaration.trimmed.with(\.bindings, [alone])
        }
        let items = declarations.reversed().enumerated().map { position, separate in
            let trivia = position == 0 ? declaration.leadingTrivia : declaration.newLine
            return MemberBlockItemSyntax(decl: separate.with(\.leadingTrivia, trivia))
        }
        return .replace(
            message: ModelFixIt.declareSeparately,
            oldNode: declaration,
            newNode: MemberBlockItemListSyntax(items)
        )
    }
}

extension SyntaxProtocol {
    /// A line break followed by the indentation of the node.
    var newLine: Trivia {
        let indentation = leadingTrivia.pieces.reversed().prefix { $0.isSpaceOrTab }.reversed()
        return .newline + Trivia(pieces: indentation)
    }
}

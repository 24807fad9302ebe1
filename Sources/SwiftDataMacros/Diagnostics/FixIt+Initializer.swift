// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

extension FixIt {
    /// Appends an initializer with a parameter for every property without a default value.
    static func addingInitializer(
        for properties: [ParsedProperty],
        access: DeclModifierListSyntax,
        to declaration: ClassDeclSyntax
    ) -> FixIt {
        let required = properties.filter { $0.defaultValue == nil && !$0.isOptional }
        let memberIndentation = declaration.newLine + .spaces(4)
        var initializer = InitializerDeclSyntax(
            leadingTrivia: memberIndentation,
            modifiers: access,
            signature: FunctionSignatureSyntax(
                parameterClause: FunctionParameterClauseSyntax {
                    for (position, property) in required.enumerated() {
                        FunctionParameterSyntax(
                            leadingTrivia: position == 0 ? [] : .space,
                            firstName: property.name,
                            colon: .colonToken(trailingTrivia: .space),
                            type: property.declaredType ?? "_"
                        )
                    }
                },
                trailingTrivia: .space
            )
        )
        initializer.body = CodeBlockSyntax {
            for property in required {
                CodeBlockItemSyntax("self.\(property.name) = \(property.name)")
                    .with(\.leadingTrivia, memberIndentation + .spaces(4))
            }
        }
        initializer.body?.rightBrace.leadingTrivia = required.isEmpty ? [] : memberIndentation
        return .replace(
            message: ModelFixIt.addInitializer,
            oldNode: declaration.memberBlock.members,
            newNode: declaration.memberBlock.members + [MemberBlockItemSyntax(decl: initializer)]
        )
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntax
import SwiftSyntaxMacros

extension DeclModifierListSyntax {
    /// Returns the access modifier for a member with the access level of its type: `public`,
    /// `package` or none.
    ///
    /// A type without a modifier has the access level of the enclosing extension.
    func memberAccess(in context: some MacroExpansionContext) -> DeclModifierListSyntax {
        if contains(where: \.isAccessLevel) { return memberAccess }
        let scope = context.lexicalContext.first?.as(ExtensionDeclSyntax.self)
        return scope?.modifiers.memberAccess ?? []
    }

    private var memberAccess: DeclModifierListSyntax {
        for modifier in self {
            switch modifier.name.tokenKind {
            case .keyword(.public), .keyword(.open):
                return [DeclModifierSyntax(name: .keyword(.public, trailingTrivia: .space))]
            case .keyword(.package):
                return [DeclModifierSyntax(name: .keyword(.package, trailingTrivia: .space))]
            default:
                continue
            }
        }
        return []
    }
}

extension DeclModifierSyntax {
    fileprivate var isAccessLevel: Bool {
        let levels: [Keyword] = [.private, .fileprivate, .internal, .package, .public, .open]
        return levels.contains { name.tokenKind == .keyword($0) }
    }
}

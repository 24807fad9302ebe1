// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The `#Predicate` macro for models, which writes a closure as an expression tree.
enum PredicateMacro: ExpressionMacro {
    static func expansion(
        of node: some FreestandingMacroExpansionSyntax,
        in context: some MacroExpansionContext
    ) throws -> ExprSyntax {
        guard let closure = node.onlyClosure else {
            throw DiagnosticsError(diagnostics: [
                Diagnostic(node: node, message: PredicateDiagnostic.missingClosure)
            ])
        }
        var expander = PredicateExpander(
            for: closure,
            isGeneric: context.lexicalContext.contains(where: \.mayBeGeneric)
        )
        let body = expander.expand(closure)
        guard expander.diagnostics.isEmpty else {
            throw DiagnosticsError(diagnostics: expander.diagnostics)
        }
        let type = ExprSyntax("Foundation.Predicate\(node.genericArgumentClause?.trimmed)")
        return ExprSyntax(
            FunctionCallExprSyntax(
                calledExpression: type,
                leftParen: .leftParenToken(),
                arguments: [LabeledExprSyntax(expression: body)],
                rightParen: .rightParenToken()
            )
        )
    }
}

extension FreestandingMacroExpansionSyntax {
    /// The closure, if it is the only argument.
    fileprivate var onlyClosure: ClosureExprSyntax? {
        guard additionalTrailingClosures.isEmpty else { return nil }
        if let trailingClosure { return arguments.isEmpty ? trailingClosure : nil }
        return arguments.count == 1 ? arguments.first?.expression.as(ClosureExprSyntax.self) : nil
    }
}

extension SyntaxProtocol {
    /// Whether types in a declaration may be generic parameters.
    fileprivate var mayBeGeneric: Bool {
        switch Syntax(self).as(SyntaxEnum.self) {
        case .extensionDecl, .protocolDecl: true
        case .functionDecl(let function):
            function.genericParameterClause != nil || function.signature.hasOpaqueParameter
        case .initializerDecl(let initializer):
            initializer.genericParameterClause != nil || initializer.signature.hasOpaqueParameter
        case .subscriptDecl(let declaration): declaration.genericParameterClause != nil
        default:
            asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil
        }
    }
}

extension FunctionSignatureSyntax {
    fileprivate var hasOpaqueParameter: Bool {
        parameterClause.tokens(viewMode: .sourceAccurate)
            .contains { $0.tokenKind == .keyword(.some) }
    }
}

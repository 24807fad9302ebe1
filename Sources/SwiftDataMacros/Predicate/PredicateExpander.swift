// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// Writes the body of a predicate as a tree of Foundation's predicate expressions.
///
/// Whatever does not depend on the predicate's variables is captured: it is evaluated once, when
/// the predicate is created. Operators are the exception, because evaluating them can end the
/// process, as in `1 / zero`. They stay part of the tree, as in Foundation's macro.
struct PredicateExpander {
    /// Whether the type of the model may be a generic parameter.
    ///
    /// A key path of a generic parameter leads to the requirement of a protocol instead of the
    /// property of the model. So the tree is built with the names of the properties.
    private let isGeneric: Bool
    /// The names that are left for variables of the expansion.
    private var names: VariableNames
    var scope = VariableScope()
    /// The variables that replace the values before the question marks of optional chains.
    var unwrapped: [SyntaxIdentifier: TokenSyntax] = [:]
    private(set) var diagnostics: [Diagnostic] = []

    /// Creates an expander for the body of a predicate.
    init(for body: ClosureExprSyntax, isGeneric: Bool) {
        self.isGeneric = isGeneric
        names = VariableNames(besides: body)
    }

    /// Returns a name for a variable of the expansion.
    mutating func makeName(_ stem: String) -> TokenSyntax { names.next(stem) }

    /// Reports an issue and returns an expression in place of the expansion.
    mutating func report(
        _ issue: PredicateDiagnostic,
        at node: some SyntaxProtocol,
        fixIts: [FixIt] = []
    ) -> ExprSyntax {
        diagnostics.append(Diagnostic(node: node, message: issue, fixIts: fixIts))
        return ExprSyntax(NilLiteralExprSyntax())
    }

    /// Returns the expression tree of an expression.
    mutating func expand(_ expression: ExprSyntax) -> ExprSyntax {
        switch expression.as(ExprSyntaxEnum.self) {
        case .nilLiteralExpr: .build("NilLiteral")
        case .declReferenceExpr(let reference): expand(reference)
        case .tupleExpr(let tuple): expand(tuple)
        case .prefixOperatorExpr(let operation): expand(operation)
        case .infixOperatorExpr(let operation): expand(operation)
        case .ternaryExpr(let ternary): expand(ternary)
        case .isExpr(let check): .node("TypeCheck", check.type, of: expand(check.expression))
        case .asExpr(let cast): expand(cast)
        case .forceUnwrapExpr(let unwrap): expand(unwrap)
        case .memberAccessExpr(let access): expand(access)
        case .functionCallExpr(let call): expand(call)
        case .subscriptCallExpr(let subscripting): expand(subscripting)
        case .optionalChainingExpr(let optional): expand(optional)
        case .ifExpr(let ifExpression): expand(ifExpression)
        case .switchExpr(let node): report(.unsupportedStatement("switch"), at: node.switchKeyword)
        default: capture(expression)
        }
    }

    /// Returns an expression that the predicate captures.
    mutating func capture(_ expression: some ExprSyntaxProtocol) -> ExprSyntax {
        guard !scope.isUsed(in: expression) else {
            return report(.dependentExpression, at: expression)
        }
        return .captured(expression)
    }

    /// Returns the expression of a property of another expression.
    func property(_ name: DeclReferenceExprSyntax, of root: ExprSyntax) -> ExprSyntax {
        let keyPath = LabeledExprSyntax.of(
            "keyPath",
            ExprSyntax(KeyPathExprSyntax(to: name.trimmed))
        )
        guard isGeneric, let text = name.baseName.identifier?.name else {
            return .build("KeyPath", .of("root", root), keyPath)
        }
        let literal = ExprSyntax(StringLiteralExprSyntax(content: text))
        return .build("Property", .of("root", root), keyPath, .of("name", literal))
    }

    private mutating func expand(_ reference: DeclReferenceExprSyntax) -> ExprSyntax {
        if let variable = scope.variable(reference) {
            return ExprSyntax(DeclReferenceExprSyntax(baseName: variable))
        }
        return .captured(reference)
    }

    private mutating func expand(_ tuple: TupleExprSyntax) -> ExprSyntax {
        guard let element = tuple.elements.first, tuple.elements.count == 1 else {
            return report(.tuple, at: tuple)
        }
        return expand(element.expression)
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntax
import SwiftSyntaxBuilder

// The expressions that an expansion consists of.

extension ExprSyntax {
    /// A call of one of the functions that build a predicate's expressions.
    static func build(_ function: String, _ arguments: LabeledExprSyntax...) -> ExprSyntax {
        call("build_\(function)", arguments)
    }

    /// A value that the predicate captures when it is created.
    static func captured(_ value: some ExprSyntaxProtocol) -> ExprSyntax {
        call("Value", [LabeledExprSyntax(expression: value.trimmed)])
    }

    /// A closure over one variable.
    static func closure(over name: TokenSyntax, _ body: ExprSyntax) -> ExprSyntax {
        ExprSyntax(
            ClosureExprSyntax(
                signature: ClosureSignatureSyntax(parameterClause: .naming([name])),
                statements: [CodeBlockItemSyntax(item: .expr(body))]
            )
        )
    }

    /// An expression of a type that depends on another type, such as a cast.
    static func node(_ name: String, _ type: TypeSyntax, of operand: ExprSyntax) -> ExprSyntax {
        let callee: ExprSyntax = "PredicateExpressions.\(raw: name)<_, \(type.trimmed)>"
        return ExprSyntax(
            FunctionCallExprSyntax(callee: callee) { LabeledExprSyntax(expression: operand) }
        )
    }

    private static func call(_ member: String, _ arguments: [LabeledExprSyntax]) -> ExprSyntax {
        let callee = MemberAccessExprSyntax(
            base: DeclReferenceExprSyntax(baseName: "PredicateExpressions"),
            name: .identifier(member)
        )
        return ExprSyntax(
            FunctionCallExprSyntax(callee: callee) {
                for argument in arguments { argument }
            }
        )
    }
}

extension KeyPathExprSyntax {
    /// Creates a key path without its root type.
    init(to property: DeclReferenceExprSyntax) {
        self.init(
            components: [
                KeyPathComponentSyntax(
                    period: .periodToken(),
                    component: .property(KeyPathPropertyComponentSyntax(declName: property))
                )
            ]
        )
    }
}

extension LabeledExprSyntax {
    /// An argument with an optional label.
    static func of(_ label: String?, _ expression: ExprSyntax) -> LabeledExprSyntax {
        guard let label else { return LabeledExprSyntax(expression: expression) }
        return LabeledExprSyntax(label: label, expression: expression)
    }
}

extension ClosureSignatureSyntax.ParameterClause {
    /// The clause `name, name in`.
    static func naming(_ names: [TokenSyntax]) -> Self {
        .simpleInput(
            ClosureShorthandParameterListSyntax {
                for name in names { ClosureShorthandParameterSyntax(name: name) }
            }
        )
    }
}

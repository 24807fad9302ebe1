// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntax

extension PredicateExpander {
    mutating func expand(_ operation: InfixOperatorExprSyntax) -> ExprSyntax {
        guard let node = operation.operator.as(BinaryOperatorExprSyntax.self),
            let operation = PredicateOperator(operation, node.operator.text)
        else {
            guard scope.isUsed(in: operation) else { return .captured(operation) }
            let name = operation.operator.trimmedDescription
            return report(.unsupportedOperator(name), at: operation.operator)
        }
        let lhs = expand(operation.lhs)
        let rhs = expand(operation.rhs)
        switch operation.form {
        case .plain(let function): return .build(function, .of("lhs", lhs), .of("rhs", rhs))
        case .range(let function): return .build(function, .of("lower", lhs), .of("upper", rhs))
        case .variant(let function, let name):
            let kind = ExprSyntax(MemberAccessExprSyntax(name: .identifier(name)))
            return .build(function, .of("lhs", lhs), .of("rhs", rhs), .of("op", kind))
        }
    }

    mutating func expand(_ operation: PrefixOperatorExprSyntax) -> ExprSyntax {
        let operand = operation.expression
        switch operation.operator.text {
        case "!": return .build("Negation", .of(nil, expand(operand)))
        case "-" where operand.is(IntegerLiteralExprSyntax.self),
            "-" where operand.is(FloatLiteralExprSyntax.self):
            // `-128` is an `Int8`, but 128 is not.
            return .captured(operation)
        case "-": return .build("UnaryMinus", .of(nil, expand(operand)))
        case let name:
            guard scope.isUsed(in: operation) else { return .captured(operation) }
            return report(.unsupportedOperator(name), at: operation.operator)
        }
    }

    mutating func expand(_ ternary: TernaryExprSyntax) -> ExprSyntax {
        .build(
            "Conditional",
            .of(nil, expand(ternary.condition)),
            .of(nil, expand(ternary.thenExpression)),
            .of(nil, expand(ternary.elseExpression))
        )
    }

    mutating func expand(_ cast: AsExprSyntax) -> ExprSyntax {
        switch cast.questionOrExclamationMark?.tokenKind {
        case .postfixQuestionMark:
            return .node("ConditionalCast", cast.type, of: expand(cast.expression))
        case nil where !scope.isUsed(in: cast.expression):
            // `5 as Int16` specifies the type of a literal.
            return .captured(cast)
        default:
            return .node("ForceCast", cast.type, of: expand(cast.expression))
        }
    }
}

/// An infix operation that has an expression in predicates.
private struct PredicateOperator {
    enum Form {
        case plain(String)
        case range(String)
        /// A function for several operators, which are the cases of an enumeration.
        case variant(String, String)
    }

    let lhs: ExprSyntax
    let rhs: ExprSyntax
    let form: Form

    init?(_ operation: InfixOperatorExprSyntax, _ name: String) {
        guard let form = Self.forms[name] else { return nil }
        self.form = form
        lhs = operation.leftOperand
        rhs = operation.rightOperand
    }

    private static let forms: [String: Form] = [
        "==": .plain("Equal"),
        "!=": .plain("NotEqual"),
        "<": .variant("Comparison", "lessThan"),
        "<=": .variant("Comparison", "lessThanOrEqual"),
        ">": .variant("Comparison", "greaterThan"),
        ">=": .variant("Comparison", "greaterThanOrEqual"),
        "&&": .plain("Conjunction"),
        "||": .plain("Disjunction"),
        "+": .variant("Arithmetic", "add"),
        "-": .variant("Arithmetic", "subtract"),
        "*": .variant("Arithmetic", "multiply"),
        "/": .plain("Division"),
        "%": .plain("Remainder"),
        "??": .plain("NilCoalesce"),
        "...": .range("ClosedRange"),
        "..<": .range("Range"),
    ]
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDiagnostics

/// The diagnostics of `#Predicate` for models.
enum PredicateDiagnostic: DiagnosticMessage {
    case dependentExpression
    case dependentPredicate
    case missingClosure
    case missingClosureArgument(String)
    case missingElse
    case notOneExpression
    case replaceableFunction(String, substitute: String)
    case tuple
    case unsupportedCondition
    case unsupportedFunction(String)
    case unsupportedKeyPath
    case unsupportedOperator(String)
    case unsupportedStatement(String)

    var severity: DiagnosticSeverity { .error }

    var diagnosticID: MessageID { MessageID(domain: "SwiftData", id: identifier) }

    var message: String {
        switch self {
        case .dependentExpression:
            "this expression depends on the model and has no translation; move it out of the "
                + "predicate or write it with comparisons"
        case .dependentPredicate:
            "'evaluate(_:)' needs a predicate that does not depend on the model"
        case .missingClosure:
            "#Predicate requires a closure as its only argument"
        case .missingClosureArgument(let function):
            "'\(function)' needs a closure or a key path in a predicate"
        case .missingElse:
            "'if' needs an 'else' in a predicate"
        case .notOneExpression:
            "the body of a predicate must be a single expression"
        case .replaceableFunction(let function, let substitute):
            "'\(function)' is not supported in a predicate; use '\(substitute)'"
        case .tuple:
            "tuples are not supported in a predicate"
        case .unsupportedCondition:
            "this condition is not supported in a predicate; use an expression or 'let name = value'"
        case .unsupportedFunction(let function):
            "'\(function)' cannot be called with values of the model in a predicate"
        case .unsupportedKeyPath:
            "subscripts and methods in key paths are not supported in a predicate; use a closure"
        case .unsupportedOperator(let name):
            "operator '\(name)' is not supported in a predicate"
        case .unsupportedStatement(let keyword):
            "'\(keyword)' is not supported in a predicate; use 'if' or the conditional operator"
        }
    }
}

extension PredicateDiagnostic {
    private var identifier: String {
        switch self {
        case .dependentExpression: "dependentExpression"
        case .dependentPredicate: "dependentPredicate"
        case .missingClosure: "missingClosure"
        case .missingClosureArgument: "missingClosureArgument"
        case .missingElse: "missingElse"
        case .notOneExpression: "notOneExpression"
        case .replaceableFunction: "replaceableFunction"
        case .tuple: "tuple"
        case .unsupportedCondition: "unsupportedCondition"
        case .unsupportedFunction: "unsupportedFunction"
        case .unsupportedKeyPath: "unsupportedKeyPath"
        case .unsupportedOperator: "unsupportedOperator"
        case .unsupportedStatement: "unsupportedStatement"
        }
    }
}

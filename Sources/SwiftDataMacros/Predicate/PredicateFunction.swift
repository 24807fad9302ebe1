// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntax

/// A function that has an expression in predicates.
struct PredicateFunction {
    /// The argument of a function.
    enum Argument {
        case none
        case value(label: String?)
        /// A closure or a key path over the elements.
        case closure(label: String?)
    }

    let name: String
    let argument: Argument

    private static let all = [
        PredicateFunction(name: "allSatisfy", argument: .closure(label: nil)),
        PredicateFunction(name: "caseInsensitiveCompare", argument: .value(label: nil)),
        PredicateFunction(name: "contains", argument: .value(label: nil)),
        PredicateFunction(name: "contains", argument: .closure(label: "where")),
        PredicateFunction(name: "evaluate", argument: .value(label: nil)),
        PredicateFunction(name: "filter", argument: .closure(label: nil)),
        PredicateFunction(name: "flatMap", argument: .closure(label: nil)),
        PredicateFunction(name: "localizedCompare", argument: .value(label: nil)),
        PredicateFunction(name: "localizedStandardContains", argument: .value(label: nil)),
        PredicateFunction(name: "max", argument: .none),
        PredicateFunction(name: "min", argument: .none),
        PredicateFunction(name: "starts", argument: .value(label: "with")),
    ]

    /// Returns the function that a call names; nil if it has no expression.
    static func called(_ name: String, by call: FunctionCallExprSyntax) -> PredicateFunction? {
        guard call.additionalTrailingClosures.isEmpty else { return nil }
        return all.first { $0.name == name && $0.argument.accepts(call) }
    }
}

extension PredicateFunction.Argument {
    fileprivate func accepts(_ call: FunctionCallExprSyntax) -> Bool {
        switch self {
        case .none: return call.arguments.isEmpty && call.trailingClosure == nil
        case .value(let label):
            guard let argument = call.onlyArgument else { return false }
            return argument.label?.text == label && !argument.expression.is(ClosureExprSyntax.self)
        case .closure(let label):
            if call.trailingClosure != nil { return call.arguments.isEmpty }
            return call.onlyArgument.map { $0.label?.text == label } ?? false
        }
    }
}

extension FunctionCallExprSyntax {
    /// The argument of a call with one argument and no trailing closure.
    var onlyArgument: LabeledExprSyntax? {
        arguments.count == 1 && trailingClosure == nil ? arguments.first : nil
    }

    /// The name of the function with its argument labels.
    func signature(_ name: String) -> String {
        let labels = arguments.map { "\($0.label?.text ?? "_"):" }
        let trailing = trailingClosure == nil ? [] : ["_:"]
        return "\(name)(\((labels + trailing).joined()))"
    }
}

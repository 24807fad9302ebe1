// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntax
import SwiftSyntaxBuilder

// Members, calls and subscripts, together with the optional chains through them.

extension PredicateExpander {
    mutating func expand(_ access: MemberAccessExprSyntax) -> ExprSyntax {
        guard let base = access.base, scope.isUsed(in: base) else { return .captured(access) }
        if let chain = optionalChain(access) { return chain }
        let root = expand(base)
        return property(access.declName, of: root)
    }

    mutating func expand(_ call: FunctionCallExprSyntax) -> ExprSyntax {
        guard scope.isUsed(in: call) else { return .captured(call) }
        guard let access = call.calledExpression.as(MemberAccessExprSyntax.self),
            let base = access.base
        else {
            let name = call.calledExpression.trimmedDescription
            return report(.unsupportedFunction(call.signature(name)), at: call.calledExpression)
        }
        if let chain = optionalChain(call) { return chain }
        let name = access.declName.baseName.text
        guard let function = PredicateFunction.called(name, by: call) else {
            let signature = call.signature(name)
            if let substitute = PredicateSubstitute(for: signature) {
                return report(
                    .replaceableFunction(signature, substitute: substitute.signature),
                    at: access.declName,
                    fixIts: substitute.fixIt(for: call, access).map { [$0] } ?? []
                )
            }
            return report(.unsupportedFunction(signature), at: access.declName)
        }
        return expand(function, of: base, call)
    }

    private mutating func expand(
        _ function: PredicateFunction,
        of base: ExprSyntax,
        _ call: FunctionCallExprSyntax
    ) -> ExprSyntax {
        switch function.argument {
        case .none: return .build(function.name, .of(nil, expand(base)))
        case .closure(let label):
            let body = closureArgument(of: call, for: function)
            return .build(function.name, .of(nil, expand(base)), .of(label, body))
        case .value(let label):
            guard let argument = call.onlyArgument?.expression else {
                return report(.unsupportedFunction(call.signature(function.name)), at: call)
            }
            if function.name == "evaluate" { return evaluation(of: base, for: argument) }
            let value = function.name == "contains" ? needle(argument) : expand(argument)
            return .build(function.name, .of(nil, expand(base)), .of(label, value))
        }
    }

    /// Returns the expression of another predicate with the argument as its variable.
    private mutating func evaluation(of base: ExprSyntax, for argument: ExprSyntax) -> ExprSyntax {
        guard !scope.isUsed(in: base) else { return report(.dependentPredicate, at: base) }
        return .build("evaluate", .of(nil, base.trimmed), .of(nil, expand(argument)))
    }

    /// Returns the expression of an element or part to search for.
    ///
    /// Of the functions that build captured values, `build_Arg` accepts regular expressions.
    private mutating func needle(_ argument: ExprSyntax) -> ExprSyntax {
        guard argument.mayBeRegex, !scope.isUsed(in: argument) else { return expand(argument) }
        return .build("Arg", .of(nil, argument.trimmed))
    }

    mutating func expand(_ subscripting: SubscriptCallExprSyntax) -> ExprSyntax {
        if scope.isUsed(in: subscripting), let chain = optionalChain(subscripting) { return chain }
        let labels = subscripting.arguments.map { $0.label?.text }
        let base = expand(subscripting.calledExpression)
        let arguments = subscripting.arguments.map { expand($0.expression) }
        guard subscripting.trailingClosure == nil else {
            return report(.unsupportedFunction("subscript"), at: subscripting.leftSquare)
        }
        switch labels {
        case [nil]: return .build("subscript", .of(nil, base), .of(nil, arguments[0]))
        case [nil, "default"]:
            return .build(
                "subscript",
                .of(nil, base),
                .of(nil, arguments[0]),
                .of("default", arguments[1])
            )
        default: return report(.unsupportedFunction("subscript"), at: subscripting.leftSquare)
        }
    }

    mutating func expand(_ unwrap: ForceUnwrapExprSyntax) -> ExprSyntax {
        if scope.isUsed(in: unwrap), let chain = optionalChain(unwrap) { return chain }
        return .build("ForcedUnwrap", .of(nil, expand(unwrap.expression)))
    }

    mutating func expand(_ optional: OptionalChainingExprSyntax) -> ExprSyntax {
        if let variable = unwrapped[optional.id] {
            return ExprSyntax(DeclReferenceExprSyntax(baseName: variable))
        }
        // A question mark at the end of an expression has no effect.
        return expand(optional.expression)
    }

    // MARK: Optional chains

    /// Returns the expression of a chain such as `a?.b.c()`, the same as for `a.flatMap { $0.b.c()
    /// }`; `nil` if the chain has no question mark.
    private mutating func optionalChain(_ chain: some ExprSyntaxProtocol) -> ExprSyntax? {
        guard let optional = ExprSyntax(chain).lastOptional, unwrapped[optional.id] == nil else {
            return nil
        }
        let variable = makeName("value")
        let wrapped = expand(optional.expression)
        unwrapped[optional.id] = variable
        let body = expand(ExprSyntax(chain))
        return .build("flatMap", .of(nil, wrapped), .of(nil, .closure(over: variable, body)))
    }
}

extension ExprSyntax {
    fileprivate var mayBeRegex: Bool {
        if let access = self.as(MemberAccessExprSyntax.self) { return access.base != nil }
        return self.is(RegexLiteralExprSyntax.self) || self.is(DeclReferenceExprSyntax.self)
    }

    /// The last question mark in a chain of members, calls and subscripts.
    fileprivate var lastOptional: OptionalChainingExprSyntax? {
        switch self.as(ExprSyntaxEnum.self) {
        case .optionalChainingExpr(let optional): optional
        case .memberAccessExpr(let access): access.base?.lastOptional
        case .functionCallExpr(let call): call.calledExpression.lastOptional
        case .subscriptCallExpr(let subscripting): subscripting.calledExpression.lastOptional
        case .forceUnwrapExpr(let unwrap): unwrap.expression.lastOptional
        default: nil
        }
    }
}

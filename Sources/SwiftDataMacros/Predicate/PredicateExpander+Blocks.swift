// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntax
import SwiftSyntaxBuilder

extension PredicateExpander {
    /// Returns a closure over variables with the expression tree of the closure's body.
    mutating func expand(_ closure: ClosureExprSyntax) -> ExprSyntax {
        let outer = scope
        defer { scope = outer }
        var signature = closure.signature?.trimmed ?? ClosureSignatureSyntax()
        signature.returnClause = nil
        signature.effectSpecifiers = nil
        signature.inKeyword = .keyword(.in)
        switch signature.parameterClause {
        case nil:
            let variables = closure.shorthandNames.map { name in
                let variable = makeName("model")
                scope.declare(name, as: variable)
                return variable
            }
            signature.parameterClause = .naming(variables)
        case .simpleInput(let names):
            for parameter in names { scope.declare(parameter.name) }
        case .parameterClause(var clause):
            for parameter in clause.parameters {
                scope.declare(parameter.secondName ?? parameter.firstName)
            }
            clause.parameters = clause.parameters.asVariables
            signature.parameterClause = .parameterClause(clause)
        }
        let body = expand(closure.statements, in: closure)
        return ExprSyntax(
            ClosureExprSyntax(
                signature: signature,
                statements: [CodeBlockItemSyntax(item: .expr(body))]
            )
        )
    }

    /// Returns the closure or key path that a call passes to a function.
    mutating func closureArgument(
        of call: FunctionCallExprSyntax,
        for function: PredicateFunction
    ) -> ExprSyntax {
        let argument = call.trailingClosure.map(ExprSyntax.init) ?? call.arguments.first?.expression
        if let closure = argument?.as(ClosureExprSyntax.self) { return expand(closure) }
        if let keyPath = argument?.as(KeyPathExprSyntax.self) {
            let variable = makeName("model")
            let root = ExprSyntax(DeclReferenceExprSyntax(baseName: variable))
            return .closure(over: variable, follow(keyPath.components[...], from: root))
        }
        return report(.missingClosureArgument(call.signature(function.name)), at: argument ?? "")
    }

    /// Returns the value at the end of a key path.
    private mutating func follow(
        _ components: Slice<KeyPathComponentListSyntax>,
        from root: ExprSyntax
    ) -> ExprSyntax {
        guard let first = components.first else { return root }
        let rest = components.dropFirst()
        switch first.component {
        case .property(let component):
            return follow(rest, from: property(component.declName, of: root))
        case .optional(let optional) where optional.questionOrExclamationMark.text == "!":
            return follow(rest, from: .build("ForcedUnwrap", .of(nil, root)))
        case .optional:
            let variable = makeName("value")
            let value = ExprSyntax(DeclReferenceExprSyntax(baseName: variable))
            let body = follow(rest, from: value)
            return .build("flatMap", .of(nil, root), .of(nil, .closure(over: variable, body)))
        default: return report(.unsupportedKeyPath, at: first)
        }
    }

    // MARK: Statements

    /// Returns the expression tree of a body, which must be a single expression.
    private mutating func expand(
        _ statements: CodeBlockItemListSyntax,
        in body: some SyntaxProtocol
    ) -> ExprSyntax {
        guard let statement = statements.first, statements.count == 1 else {
            let second = statements.dropFirst().first.map(Syntax.init)
            return report(.notOneExpression, at: second ?? Syntax(body))
        }
        switch statement.item {
        case .expr(let expression): return expand(expression)
        case .decl(let declaration):
            return report(.unsupportedStatement(declaration.keyword), at: declaration)
        case .stmt(let statement): return expand(statement)
        }
    }

    private mutating func expand(_ statement: StmtSyntax) -> ExprSyntax {
        switch statement.as(StmtSyntaxEnum.self) {
        case .expressionStmt(let statement): return expand(statement.expression)
        case .returnStmt(let statement):
            guard let value = statement.expression else {
                return report(.notOneExpression, at: statement)
            }
            return expand(value)
        case .doStmt(let statement) where statement.catchClauses.isEmpty:
            return expand(statement.body.statements, in: statement.body)
        default: return report(.unsupportedStatement(statement.keyword), at: statement)
        }
    }

    mutating func expand(_ ifExpression: IfExprSyntax) -> ExprSyntax {
        guard let elseBody = ifExpression.elseBody else {
            return report(.missingElse, at: ifExpression.ifKeyword)
        }
        let otherwise: ExprSyntax =
            switch elseBody {
            case .codeBlock(let block): expand(block.statements, in: block)
            case .ifExpr(let next): expand(next)
            }
        return expand(ifExpression.conditions[...], of: ifExpression, otherwise)
    }

    /// Returns the tree of the conditions from the first of `conditions` on.
    private mutating func expand(
        _ conditions: Slice<ConditionElementListSyntax>,
        of ifExpression: IfExprSyntax,
        _ otherwise: ExprSyntax
    ) -> ExprSyntax {
        guard let first = conditions.first else {
            return expand(ifExpression.body.statements, in: ifExpression.body)
        }
        let rest = conditions.dropFirst()
        switch first.condition {
        case .expression(let test):
            return .build(
                "Conditional",
                .of(nil, expand(test)),
                .of(nil, expand(rest, of: ifExpression, otherwise)),
                .of(nil, otherwise)
            )
        case .optionalBinding(let binding):
            guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else {
                return report(.unsupportedCondition, at: binding.pattern)
            }
            let reference = ExprSyntax(DeclReferenceExprSyntax(baseName: name))
            let wrapped = expand(binding.initializer?.value ?? reference)
            let outer = scope
            defer { scope = outer }
            // The tree of `otherwise` may stand inside of the closure, so the name must be new.
            let variable = makeName(name.text)
            scope.declare(name.text, as: variable)
            let body = expand(rest, of: ifExpression, otherwise)
            let value = ExprSyntax.build(
                "flatMap",
                .of(nil, wrapped),
                .of(nil, .closure(over: variable, body))
            )
            return .build("NilCoalesce", .of("lhs", value), .of("rhs", otherwise))
        default: return report(.unsupportedCondition, at: first)
        }
    }
}

extension VariableScope {
    /// Declares a variable that keeps its name.
    fileprivate mutating func declare(_ name: TokenSyntax) {
        declare(name.text, as: name.trimmed)
    }
}

extension ClosureParameterListSyntax {
    /// The parameters with types of expressions in place of types of values.
    fileprivate var asVariables: ClosureParameterListSyntax {
        ClosureParameterListSyntax(
            map { parameter in
                guard let type = parameter.type else { return parameter }
                let variable: TypeSyntax = "PredicateExpressions.Variable<\(type.trimmed)>"
                return parameter.with(\.type, variable)
            }
        )
    }
}

extension SyntaxProtocol {
    /// The first word of a statement.
    fileprivate var keyword: String { firstToken(viewMode: .sourceAccurate)?.text ?? "" }
}

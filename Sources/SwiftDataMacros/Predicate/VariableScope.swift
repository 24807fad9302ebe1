// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntax

/// The variables of a predicate that are visible at an expression.
struct VariableScope {
    /// The names in the expansion by the names in the source, of which `$0` is one.
    private var names: [String: TokenSyntax] = [:]

    /// Declares a variable, which may hide another one.
    mutating func declare(_ name: String, as replacement: TokenSyntax) {
        names[name] = replacement
    }

    /// Returns the name in the expansion of a variable; nil for other declarations.
    func variable(_ reference: DeclReferenceExprSyntax) -> TokenSyntax? {
        reference.argumentNames == nil ? names[reference.baseName.text] : nil
    }

    /// Whether an expression depends on a variable, so that it has no value yet when the predicate
    /// is created.
    func isUsed(in expression: some ExprSyntaxProtocol) -> Bool {
        let search = VariableSearch(names: Set(names.keys))
        search.walk(expression)
        return search.found
    }
}

/// Names for the variables of an expansion.
///
/// `MacroExpansionContext.makeUniqueName` cannot be used: its names begin with `$`, and a closure
/// treats such a parameter as the projection of a property wrapper.
struct VariableNames {
    private let used: Set<String>
    private var count = 0

    /// Creates names that do not occur in an expression.
    init(besides expression: some ExprSyntaxProtocol) {
        used = Set(expression.tokens(viewMode: .sourceAccurate).map(\.text))
    }

    /// Returns a name that begins with a stem.
    mutating func next(_ stem: String) -> TokenSyntax {
        repeat { count += 1 } while used.contains("\(stem)\(count)")
        return .identifier("\(stem)\(count)")
    }
}

/// Searches an expression for references to variables.
private final class VariableSearch: SyntaxVisitor {
    private let names: Set<String>
    /// The names that closures inside of the expression declare.
    private var hidden: [Set<String>] = []
    private(set) var found = false

    init(names: Set<String>) {
        self.names = names
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        let name = node.baseName.text
        if names.contains(name), !hidden.contains(where: { $0.contains(name) }) { found = true }
        return .skipChildren
    }

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        // The name of a member is not a reference.
        if let base = node.base { walk(base) }
        return .skipChildren
    }

    override func visit(_ node: KeyPathPropertyComponentSyntax) -> SyntaxVisitorContinueKind {
        .skipChildren
    }

    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
        hidden.append(node.parameterNames ?? Set(node.shorthandNames))
        return .visitChildren
    }

    override func visitPost(_ node: ClosureExprSyntax) {
        hidden.removeLast()
    }
}

extension ClosureExprSyntax {
    /// The names `$0`, `$1` and so on, up to the last one that the closure uses.
    var shorthandNames: [String] {
        let used = Set(statements.tokens(viewMode: .sourceAccurate).map(\.text))
        let last = (1..<10).last { used.contains("$\($0)") } ?? 0
        return (0...last).map { "$\($0)" }
    }

    /// The names of the parameters; nil if the closure declares none.
    fileprivate var parameterNames: Set<String>? {
        switch signature?.parameterClause {
        case .simpleInput(let names): Set(names.map(\.name.text))
        case .parameterClause(let clause):
            Set(clause.parameters.map { ($0.secondName ?? $0.firstName).text })
        case nil: nil
        }
    }
}

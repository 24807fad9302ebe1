// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Conditions to which one operation is applied, without inner ones of the same operation.
///
/// A store limits the depth of nested conditions, but hardly their number.
struct JoinedConditions {
    let operation: ConditionOperation
    private var conditions: [QueryExpression] = []

    init(_ operation: ConditionOperation) { self.operation = operation }

    mutating func append(_ condition: QueryExpression) {
        switch (operation, condition) {
        case (.all, .all(let parts)), (.any, .any(let parts)): conditions += parts
        default: conditions.append(condition)
        }
    }

    var expression: QueryExpression {
        switch operation {
        case .all: .all(conditions)
        case .any: .any(conditions)
        case .not: .not(conditions.first ?? .bool(false))
        }
    }
}

extension ConditionTree {
    /// Translates the tree, with the translations of its parts.
    ///
    /// - Throws: The errors of `translatePart`; `SwiftDataError.unsupportedPredicate` if different
    ///   operations are nested too deeply.
    func translate(
        in scope: PredicateScope,
        _ translatePart: (Part) throws -> QueryExpression
    ) throws -> QueryExpression {
        guard case .composed(let operation) = form else {
            return try part.map(translatePart) ?? .bool(true)
        }
        // The operations around the current part, with their remaining operands in reverse order.
        var levels = [(joined: JoinedConditions(operation), rest: Array(operands.reversed()))]
        while true {
            let level = levels.count - 1
            guard let tree = levels[level].rest.popLast() else {
                let expression = levels.removeLast().joined.expression
                if levels.isEmpty { return expression }
                levels[level - 1].joined.append(expression)
                continue
            }
            switch tree.form {
            case .part(let part): levels[level].joined.append(try translatePart(part))
            case .composed(let operation)
            where operation != .not && operation == levels[level].joined.operation:
                levels[level].rest += tree.operands.reversed()
            case .composed(let operation):
                try scope.checkDepth(adding: levels.count)
                levels.append((JoinedConditions(operation), tree.operands.reversed()))
            }
        }
    }
}

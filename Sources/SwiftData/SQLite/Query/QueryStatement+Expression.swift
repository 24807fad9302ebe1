// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension QueryStatement {
    // MARK: Values

    /// Renders an expression as a value.
    ///
    /// NULL represents nil or an undefined value; Booleans are 0 and 1.
    func value(_ expression: QueryExpression) -> SQLText {
        switch expression {
        case .constant(let value, _): "\(bind: value)"
        case .parameter(let index, _): "\(parameter: .value(index))"
        case .attribute(let path, let index, let column, _):
            self.column(path.entity.properties[index].columns[column].name, of: alias(of: path))
        case .key(let path): key(of: path)
        case .unwrapped(let value), .cast(let value, _): self.value(value)
        case .arithmetic(let lhs, let operation, let rhs):
            .arithmetic(value(lhs), operation, value(rhs), kind: lhs.type.kind)
        case .negative(let value): .negative(self.value(value), kind: value.type.kind)
        case .function(let function, let arguments):
            "\(SQLText(raw: function.name))(\(arguments.map(value).joined(separator: ", ")))"
        case .rank(let value, let groups): rank(value, among: groups)
        case .conditional(let test, let first, let second):
            """
            (CASE WHEN \(condition(test, nullIsFalse: true)) THEN \(value(first)) \
            ELSE \(value(second)) END)
            """
        case .coalesce(let first, let second) where first.mayBeNaN:
            """
            (CASE WHEN \(condition(first.isPresent, nullIsFalse: true)) THEN \(value(first)) \
            ELSE \(value(second)) END)
            """
        case .coalesce(let first, let second): "ifnull(\(value(first)), \(value(second)))"
        case .optionalMap(let value, let then):
            """
            (CASE WHEN \(condition(value.isPresent, nullIsFalse: true)) \
            THEN \(self.value(then)) END)
            """
        case .count(let relation): subquery(of: relation, isCount: true)
        case .element(let variable, let part, _): element(variable, part: part)
        case .elementCount(let elements): count(of: elements)
        case .firstElement(let elements): first(of: elements)
        case .equal, .notEqual, .comparison, .isNil, .isOneOf, .all, .any, .not, .exists,
            .hasElement, .matches:
            condition(expression, nullIsFalse: false)
        }
    }

    private func rank(_ expression: QueryExpression, among groups: [[_ColumnValue]]) -> SQLText {
        let value = value(expression)
        let kind = expression.type.kind
        let cases = groups.enumerated().map { position, values -> SQLText in
            "WHEN \(SQLText.membership(value, values: values, kind: kind)) THEN \(SQLText(raw: String(position)))"
        }
        return "(CASE \(cases.joined(separator: " ")) END)"
    }

    // MARK: Conditions

    /// Renders an expression as a condition.
    ///
    /// If `nullIsFalse` is true, the condition may be NULL instead of false, which keeps indexes
    /// usable. Operands of a negation and conditions that are used as values must not be NULL.
    func condition(_ expression: QueryExpression, nullIsFalse: Bool) -> SQLText {
        switch expression {
        case .constant(let value, _) where value != .null:
            return value == .integer(0) ? "0" : "1"
        case .all(let parts):
            return joined(parts, by: " AND ", empty: "1", nullIsFalse: nullIsFalse)
        case .any(let parts): return joined(parts, by: " OR ", empty: "0", nullIsFalse: nullIsFalse)
        case .not(.isNil(let value)) where !value.isCompound && value.type.isOptional:
            return "(\(self.value(value)) IS NOT NULL)"
        case .not(let part): return "(NOT \(condition(part, nullIsFalse: false)))"
        case .isNil(let value):
            guard value.type.isOptional else { return "0" }
            if value.isCompound {
                return "(NOT \(condition(value.isPresent, nullIsFalse: false)))"
            }
            return "(\(self.value(value)) IS NULL)"
        case .equal(let lhs, let rhs):
            if let test = rhs.isTrue ? lhs.mappedCondition : lhs.isTrue ? rhs.mappedCondition : nil
            {
                return condition(test, nullIsFalse: nullIsFalse)
            }
            return equality(lhs, rhs, nullIsFalse: nullIsFalse)
        case .notEqual(let lhs, let rhs): return inequality(lhs, rhs, nullIsFalse: nullIsFalse)
        case .comparison(let lhs, let ordering, let rhs):
            let (left, right) = (value(lhs), value(rhs))
            return certain(
                .comparison(left, ordering: ordering, right, kind: lhs.type.kind),
                if: nullIsFalse || !(lhs.mayBeNull || rhs.mayBeNull)
            )
        case .isOneOf(let value, let values):
            let test = SQLText.membership(self.value(value), values: values, kind: value.type.kind)
            return certain(test, if: nullIsFalse || !value.mayBeNull)
        case .exists(let relation): return "(EXISTS \(subquery(of: relation, isCount: false)))"
        case .hasElement(let elements): return exists(elements)
        case .matches(let path, let query): return match(path, for: query)
        case .conditional(let test, let first, let second):
            return """
                (CASE WHEN \(condition(test, nullIsFalse: true)) \
                THEN \(condition(first, nullIsFalse: nullIsFalse)) \
                ELSE \(condition(second, nullIsFalse: nullIsFalse)) END)
                """
        case .coalesce(let first, let second) where second == .bool(false):
            guard let test = first.mappedCondition else { break }
            return condition(test, nullIsFalse: nullIsFalse)
        default: break
        }
        return certain(value(expression), if: nullIsFalse || !expression.mayBeNull)
    }

    /// Returns a condition that is false instead of NULL, unless that makes no difference.
    private func certain(_ test: SQLText, if isCertain: Bool) -> SQLText {
        isCertain ? test : "ifnull(\(test), 0)"
    }

    /// Renders the test that the full-text index finds the row at the end of a path.
    private func match(_ path: QueryPath, for query: FullTextQuery) -> SQLText {
        let table = layout[path.entity]
        let index = SQLText.identifier(table.fullTextName)
        let text = fullText(query, in: table).fts5
        return """
            (\(key(of: path)) IN (SELECT rowid FROM \(index) \
            WHERE \(index) MATCH \(bind: .text(text))))
            """
    }

    private func joined(
        _ parts: [QueryExpression],
        by separator: SQLText,
        empty: SQLText,
        nullIsFalse: Bool
    ) -> SQLText {
        guard !parts.isEmpty else { return empty }
        conditionDepth += 1
        defer { conditionDepth -= 1 }
        let conditions = ordered(parts).map { condition($0, nullIsFalse: nullIsFalse) }
        return .balanced(conditions[...], by: separator)
    }

    /// Returns joined conditions in the order of the SQL: in deeply nested ones, conditions with
    /// inner conditions come first.
    ///
    /// SQLite's parser keeps everything before the current token that is not complete on a stack,
    /// which has 100 entries in many versions. A parenthesis at the beginning takes one entry, and
    /// three after another condition.
    private func ordered(_ parts: [QueryExpression]) -> [QueryExpression] {
        guard conditionDepth > Self.unorderedDepth else { return parts }
        return parts.filter(\.hasConditions) + parts.filter { !$0.hasConditions }
    }

    /// The depth of conditions up to which they keep their order.
    private static let unorderedDepth = 8

    // MARK: Equality

    private func equality(
        _ lhs: QueryExpression,
        _ rhs: QueryExpression,
        nullIsFalse: Bool
    ) -> SQLText {
        if lhs.type.isOptional || rhs.type.isOptional, lhs.mayBeNaN || rhs.mayBeNaN {
            return equalityOfOptionalNumbers(lhs, rhs)
        }
        let left: SQLText = "\(value(lhs))\(lhs.type.kind.collation)"
        let right = value(rhs)
        if !lhs.mayBeNull && !rhs.mayBeNull { return "(\(left) = \(right))" }
        guard lhs.type.isOptional || rhs.type.isOptional else {
            return nullIsFalse ? "(\(left) = \(right))" : "ifnull(\(left) = \(right), 0)"
        }
        if nullIsFalse, !lhs.mayBeNull || !rhs.mayBeNull { return "(\(left) = \(right))" }
        return "(\(left) IS \(right))"
    }

    private func inequality(
        _ lhs: QueryExpression,
        _ rhs: QueryExpression,
        nullIsFalse: Bool
    ) -> SQLText {
        if lhs.type.isOptional || rhs.type.isOptional, lhs.mayBeNaN || rhs.mayBeNaN {
            return "(NOT \(equalityOfOptionalNumbers(lhs, rhs)))"
        }
        let left: SQLText = "\(value(lhs))\(lhs.type.kind.collation)"
        let right = value(rhs)
        if !lhs.mayBeNull && !rhs.mayBeNull { return "(\(left) <> \(right))" }
        if lhs.type.isOptional || rhs.type.isOptional { return "(\(left) IS NOT \(right))" }
        if lhs.mayBeNaN || rhs.mayBeNaN { return "ifnull(\(left) <> \(right), 1)" }
        return nullIsFalse ? "(\(left) <> \(right))" : "ifnull(\(left) <> \(right), 0)"
    }

    /// Renders an equality where NULL may be nil or NaN; nil equals nil, NaN never equals NaN.
    private func equalityOfOptionalNumbers(
        _ lhs: QueryExpression,
        _ rhs: QueryExpression
    ) -> SQLText {
        let left = condition(lhs.isPresent, nullIsFalse: false)
        let right = condition(rhs.isPresent, nullIsFalse: false)
        let test: SQLText = "\(value(lhs))\(lhs.type.kind.collation) = \(value(rhs))"
        return
            "(CASE WHEN \(left) AND \(right) THEN ifnull(\(test), 0) ELSE \(left) = \(right) END)"
    }

}

extension QueryExpression {
    /// Whether the expression consists of conditions.
    fileprivate var hasConditions: Bool {
        switch self {
        case .all, .any, .not: true
        default: false
        }
    }

    /// The condition that a Boolean value of an optional is true, in a form that keeps indexes
    /// usable; nil for other expressions.
    fileprivate var mappedCondition: QueryExpression? {
        guard case .optionalMap(let value, let then) = self, then.type.kind == .bool,
            !then.type.isOptional || then.mappedCondition != nil
        else { return nil }
        return .all([value.isPresent, then.mappedCondition ?? then].filter { !$0.isTrue })
    }

    /// Whether a nil test needs more than `IS NULL`.
    fileprivate var isCompound: Bool {
        switch self {
        case .optionalMap, .coalesce, .conditional, .constant, .parameter: true
        default: false
        }
    }
}

extension SQLText {
    // MARK: Joined conditions

    /// Joins conditions as a balanced tree.
    ///
    /// SQLite rejects an expression with a depth of more than 1,000.
    static func balanced(_ conditions: ArraySlice<SQLText>, by separator: SQLText) -> SQLText {
        guard conditions.count > 16 else { return "(\(conditions.joined(separator: separator)))" }
        let half = conditions.startIndex + conditions.count / 2
        let left = balanced(conditions[..<half], by: separator)
        return "(\(left)\(separator)\(balanced(conditions[half...], by: separator)))"
    }

    // MARK: Order and membership

    static func comparison(
        _ lhs: SQLText,
        ordering: QueryOrdering,
        _ rhs: SQLText,
        kind: _ColumnType.Kind
    ) -> SQLText {
        if kind == .unsigned64 {
            // The upper half of the range is stored as negative numbers.
            return "((\(lhs) < 0, \(lhs)) \(ordering.symbol) (\(rhs) < 0, \(rhs)))"
        }
        return "(\(lhs)\(kind.collation) \(ordering.symbol) \(rhs))"
    }

    /// Returns the test whether a value is one of some values.
    static func membership(
        _ value: SQLText,
        values: [_ColumnValue],
        kind: _ColumnType.Kind
    ) -> SQLText {
        let left: SQLText = "\(value)\(kind.collation)"
        guard let last = values.last else { return "0" }
        if values.count == 1 { return "(\(left) = \(bind: last))" }
        if values.count > 16, kind == .integer, let range = range(of: values) {
            // One search in an index instead of one for each value.
            return "(\(left) BETWEEN \(bind: range.lowerBound) AND \(bind: range.upperBound))"
        }
        if values.count > 16, let array = JSONArray.text(of: values) {
            return "(\(left) IN (SELECT value FROM json_each(\(bind: array))))"
        }
        // Padding to powers of two, and to multiples of a large one, limits the number of distinct
        // statements.
        var count = 2
        while count < min(values.count, 16_384) { count *= 2 }
        count *= (values.count + count - 1) / count
        let padded = values + Array(repeating: last, count: count - values.count)
        let items = padded.map { "\(bind: $0)" as SQLText }
        return "(\(left) IN (\(items.joined(separator: ", "))))"
    }
    /// Returns the range that consists of integers; nil for other values.
    private static func range(of values: [_ColumnValue]) -> ClosedRange<Int64>? {
        var integers: [Int64] = []
        integers.reserveCapacity(values.count)
        for value in values {
            guard case .integer(let integer) = value else { return nil }
            integers.append(integer)
        }
        return KeyRanges.single(integers)
    }

    /// Returns the test whether a row has one of the given classes.
    static func isClass(_ names: [String], column: SQLText) -> SQLText {
        let list = names.map { SQLText("\(bind: .text($0))") }.joined(separator: ", ")
        // With the collation of the index.
        return "\(column)\(_ColumnType.Kind.text.collation) IN (\(list))"
    }

    /// Returns the end of a statement that returns some of its rows.
    static func limit(_ count: Int?, skipped: Int?) -> SQLText {
        let offset = max(skipped ?? 0, 0)
        guard count != nil || offset > 0 else { return "" }
        let limit = count.map { max($0, 0) } ?? -1
        return offset == 0
            ? " LIMIT \(bind: Int64(limit))"
            : " LIMIT \(bind: Int64(limit)) OFFSET \(bind: Int64(offset))"
    }
}

extension QueryOrdering {
    fileprivate var symbol: SQLText {
        switch self {
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        case .greaterOrEqual: ">="
        }
    }
}

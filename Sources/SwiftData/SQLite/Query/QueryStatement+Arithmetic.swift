// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension QueryStatement {
    /// A calculation with the meaning it has for the Swift type behind `kind`.
    func arithmetic(
        _ lhs: SQLText,
        _ operation: QueryOperator,
        _ rhs: SQLText,
        kind: _ColumnType.Kind
    ) -> SQLText {
        switch kind {
        case .double:
            if operation == .divide { return "swift_divide(\(lhs), \(rhs))" }
            return "(\(lhs) \(operation.symbol) \(rhs))"
        case .float:
            // Rounding a result of double precision once gives the single-precision result.
            if operation == .divide { return "swift_float(swift_divide(\(lhs), \(rhs)))" }
            return "swift_float(\(lhs) \(operation.symbol) \(rhs))"
        case .decimal, .unsigned64:
            let type = kind == .decimal ? "decimal" : "unsigned"
            let name = SQLText(raw: "swift_\(type)_\(operation.name)")
            return "\(name)(\(lhs), \(rhs))"
        default: return "(\(lhs) \(operation.symbol) \(rhs))"
        }
    }

    func negative(_ value: SQLText, kind: _ColumnType.Kind) -> SQLText {
        switch kind {
        // SQLite's minus makes 0.0 of 0.0, where Swift's makes -0.0.
        case .double, .float: "(-1.0 * \(value))"
        case .decimal: "swift_decimal_subtract('0', \(value))"
        default: "(- \(value))"
        }
    }
}

extension QueryOperator {
    fileprivate var symbol: SQLText {
        switch self {
        case .add: "+"
        case .subtract: "-"
        case .multiply: "*"
        case .divide: "/"
        case .remainder: "%"
        }
    }

    fileprivate var name: String {
        switch self {
        case .add: "add"
        case .subtract: "subtract"
        case .multiply: "multiply"
        case .divide: "divide"
        case .remainder: "remainder"
        }
    }
}

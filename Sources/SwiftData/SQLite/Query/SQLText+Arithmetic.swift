// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension SQLText {
    /// Returns a calculation with the semantics of the Swift type that corresponds to `kind`.
    static func arithmetic(
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
            // A single rounding of the double-precision result is the single-precision result.
            if operation == .divide { return "swift_float(swift_divide(\(lhs), \(rhs)))" }
            return "swift_float(\(lhs) \(operation.symbol) \(rhs))"
        case .decimal, .unsigned64:
            let type = kind == .decimal ? "decimal" : "unsigned"
            let name = SQLText(raw: "swift_\(type)_\(operation.name)")
            return "\(name)(\(lhs), \(rhs))"
        default: return "(\(lhs) \(operation.symbol) \(rhs))"
        }
    }

    /// Returns the negation of a value.
    static func negative(_ value: SQLText, kind: _ColumnType.Kind) -> SQLText {
        switch kind {
        // The negation of 0.0 is 0.0 in SQLite, but -0.0 in Swift.
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

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

extension SQLFunctions {
    /// Arithmetic functions that SQLite lacks, or that it defines differently from Swift.
    static let numberFunctions: [(String, (arguments: Int32, body: Function))] = [
        ("swift_divide", (2, divide)),
        ("swift_float", (1, roundToFloat)),
        ("swift_unsigned_add", (2, addUnsigned)),
        ("swift_unsigned_subtract", (2, subtractUnsigned)),
        ("swift_unsigned_multiply", (2, multiplyUnsigned)),
        ("swift_unsigned_divide", (2, divideUnsigned)),
        ("swift_unsigned_remainder", (2, remainderUnsigned)),
        ("swift_decimal_add", (2, addDecimals)),
        ("swift_decimal_subtract", (2, subtractDecimals)),
        ("swift_decimal_multiply", (2, multiplyDecimals)),
        ("swift_decimal_divide", (2, divideDecimals)),
    ]

    /// Divides as IEEE 754 does; a division by zero results in infinity, not in NULL.
    private static let divide: Function = { context, count, values in
        guard let call = SQLCall(context, count: count, values: values) else { return }
        call.result(call.real(0) / call.real(1))
    }

    private static let roundToFloat: Function = { context, count, values in
        guard let call = SQLCall(context, count: count, values: values) else { return }
        call.result(Double(Float(call.real(0))))
    }

    // MARK: Unsigned integers

    private static let addUnsigned: Function = { context, count, values in
        SQLCall(context, count: count, values: values)?.unsigned { $0.addingReportingOverflow($1) }
    }
    private static let subtractUnsigned: Function = { context, count, values in
        SQLCall(context, count: count, values: values)?.unsigned {
            $0.subtractingReportingOverflow($1)
        }
    }
    private static let multiplyUnsigned: Function = { context, count, values in
        SQLCall(context, count: count, values: values)?.unsigned {
            $0.multipliedReportingOverflow(by: $1)
        }
    }
    private static let divideUnsigned: Function = { context, count, values in
        SQLCall(context, count: count, values: values)?.unsigned {
            $0.dividedReportingOverflow(by: $1)
        }
    }
    private static let remainderUnsigned: Function = { context, count, values in
        SQLCall(context, count: count, values: values)?.unsigned {
            $0.remainderReportingOverflow(dividingBy: $1)
        }
    }

    // MARK: Decimal numbers

    private static let addDecimals: Function = { context, count, values in
        SQLCall(context, count: count, values: values)?.decimals { $0 + $1 }
    }
    private static let subtractDecimals: Function = { context, count, values in
        SQLCall(context, count: count, values: values)?.decimals { $0 - $1 }
    }
    private static let multiplyDecimals: Function = { context, count, values in
        SQLCall(context, count: count, values: values)?.decimals { $0 * $1 }
    }
    private static let divideDecimals: Function = { context, count, values in
        SQLCall(context, count: count, values: values)?.decimals { $1.isZero ? .nan : $0 / $1 }
    }

    /// Compares decimal numbers in text form by their values.
    static let compareDecimals: Collation = { _, leftCount, left, rightCount, right in
        let left = UnsafeBufferPointer(text: left, count: leftCount)
        let right = UnsafeBufferPointer(text: right, count: rightCount)
        if left.elementsEqual(right) { return 0 }
        guard let first = Decimal(_stored: String(decoding: left, as: UTF8.self)),
            let second = Decimal(_stored: String(decoding: right, as: UTF8.self))
        else { return left.lexicographicallyPrecedes(right) ? -1 : 1 }
        return first == second ? 0 : first < second ? -1 : 1
    }
}

extension SQLCall {
    /// Sets the result of an operation on two bit patterns, or NULL on overflow.
    fileprivate func unsigned(
        _ operation: (UInt64, UInt64) -> (partialValue: UInt64, overflow: Bool)
    ) {
        let (value, overflows) = operation(
            UInt64(bitPattern: integer(0)),
            UInt64(bitPattern: integer(1))
        )
        if !overflows { result(value) }
    }

    /// Sets the result of an operation on two decimal numbers, or NULL if it is not a number.
    fileprivate func decimals(_ operation: (Decimal, Decimal) -> Decimal) {
        guard let left = Decimal(_stored: text(0)), let right = Decimal(_stored: text(1)) else {
            return
        }
        let value = operation(left, right)
        if !value.isNaN { result(value.description) }
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

extension SQLFunctions {
    /// Sums and averages with the semantics of Swift's number types.
    ///
    /// The aggregate functions of SQLite have no unsigned and decimal numbers, fail if a partial
    /// sum overflows, and round after each addition.
    static let aggregates: [(String, @Sendable () -> any SQLAggregate)] = [
        ("swift_sum_integer", { IntegerSum(isSigned: true, isAverage: false) }),
        ("swift_sum_unsigned", { IntegerSum(isSigned: false, isAverage: false) }),
        ("swift_sum_real", { RealSum(isAverage: false) }),
        ("swift_sum_decimal", { DecimalSum(isAverage: false) }),
        ("swift_average_integer", { IntegerSum(isSigned: true, isAverage: true) }),
        ("swift_average_unsigned", { IntegerSum(isSigned: false, isAverage: true) }),
        ("swift_average_real", { RealSum(isAverage: true) }),
        ("swift_average_decimal", { DecimalSum(isAverage: true) }),
    ]
}

/// A sum or average of integers, computed exactly.
private final class IntegerSum: SQLAggregate {
    private let isSigned: Bool
    private let isAverage: Bool
    private var sum: Int128 = 0
    private var count: Int128 = 0

    init(isSigned: Bool, isAverage: Bool) {
        self.isSigned = isSigned
        self.isAverage = isAverage
    }

    func add(_ call: SQLCall) {
        let value = call.integer(0)
        sum += isSigned ? Int128(value) : Int128(UInt64(bitPattern: value))
        count += 1
    }

    /// Sets the average, the sum in the form in which values are stored, or as text a sum that is
    /// out of range.
    func finish(_ call: SQLCall) {
        if isAverage {
            call.result(Double(sum) / Double(count))
        } else if isSigned, let value = Int64(exactly: sum) {
            call.result(.integer(value))
        } else if !isSigned, let value = UInt64(exactly: sum) {
            call.result(value)
        } else {
            call.result(String(sum))
        }
    }
}

/// A sum or average of floating-point numbers, with the rounding errors of the additions added
/// separately (Neumaier's algorithm).
private final class RealSum: SQLAggregate {
    private let isAverage: Bool
    private var sum = 0.0
    private var compensation = 0.0
    private var count = 0.0

    init(isAverage: Bool) { self.isAverage = isAverage }

    func add(_ call: SQLCall) {
        let value = call.real(0)
        let next = sum + value
        if next.isFinite {
            compensation +=
                abs(sum) >= abs(value) ? (sum - next) + value : (value - next) + sum
        }
        sum = next
        count += 1
    }

    /// Sets the result, or text if it is not a number, for which SQLite would set NULL.
    func finish(_ call: SQLCall) {
        let total = sum.isFinite ? sum + compensation : sum
        let result = isAverage ? total / count : total
        if result.isNaN { call.result("nan") } else { call.result(result) }
    }
}

/// A sum or average of decimal numbers.
private final class DecimalSum: SQLAggregate {
    private let isAverage: Bool
    private var sum = Decimal(0)
    private var count = 0
    private var isExact = true

    init(isAverage: Bool) { self.isAverage = isAverage }

    func add(_ call: SQLCall) {
        guard var value = Decimal(_stored: call.text(0)) else { return }
        var next = Decimal()
        if NSDecimalAdd(&next, &sum, &value, .plain) != .noError { isExact = false }
        sum = next
        count += 1
    }

    /// Sets the average, the exact sum, or text that is no number if there is none.
    func finish(_ call: SQLCall) {
        if isAverage {
            let average = sum / Decimal(count)
            guard let result = Double(average.description), !result.isNaN else {
                return call.result("nan")
            }
            call.result(result)
        } else {
            call.result(isExact ? sum.description : "inexact")
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Glibc

/// The measurements, which are printed as they are made, and the goals, which follow.
struct Report {
    /// A bound of a result.
    enum Bound {
        case atLeast(Double)
        case atMost(Double)
    }

    private struct Goal {
        let name: String
        let value: Double
        let unit: String
        let bound: Bound
    }

    /// The columns of `LoadSummary`.
    static let loadHeading = ["entries/s", "p50 ms", "p99 ms"]

    private var goals: [Goal] = []

    func say(_ line: String) { write(line + "\n", to: STDOUT_FILENO) }

    /// Prints a title, with the names of columns.
    func title(_ title: String, _ columns: [String] = []) {
        say("")
        row(title, columns)
    }

    /// Prints a row of a table.
    func row(_ name: String, _ columns: [String]) {
        say(Self.padded(name) + columns.map { $0.leftPadded(to: 12) }.joined())
    }

    /// Adds a result that has a goal.
    mutating func goal(_ name: String, _ value: Double, in unit: String = "×", _ bound: Bound) {
        goals.append(Goal(name: name, value: value, unit: unit, bound: bound))
    }

    /// Prints the results that have a goal.
    func printGoals() {
        title("goals")
        for goal in goals {
            let (text, isReached) =
                switch goal.bound {
                case .atLeast(let bound): ("at least \(bound.formatted)", goal.value >= bound)
                case .atMost(let bound): ("at most \(bound.formatted)", goal.value <= bound)
                }
            let value = "\(goal.value.formatted) \(goal.unit)".leftPadded(to: 14)
            say("\(Self.padded(goal.name))\(value)  (\(text): \(isReached ? "reached" : "missed"))")
        }
    }

    private static func padded(_ name: String) -> String {
        name + String(repeating: " ", count: max(1, 48 - name.count))
    }
}

extension String {
    /// Returns the text with spaces before it.
    fileprivate func leftPadded(to width: Int) -> String {
        String(repeating: " ", count: max(1, width - count)) + self
    }
}

extension Double {
    /// Returns the number with some digits after the point.
    func text(_ digits: Int) -> String { String(format: "%.\(digits)f", self) }

    /// The number with as many digits as matter.
    fileprivate var formatted: String { text(self >= 100 || self == rounded() ? 0 : 2) }
}

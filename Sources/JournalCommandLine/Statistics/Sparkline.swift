// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A row of bars for numbers, one character each.
enum Sparkline {
    private static let bars = Array("▁▂▃▄▅▆▇█")

    /// Returns the bars; a number of 0 has the lowest, and every other one a higher bar.
    static func text(_ numbers: [Int]) -> String {
        let highest = max(1, numbers.max() ?? 0)
        return String(
            numbers.map { number in
                guard number > 0 else { return bars[0] }
                // Rounded up, so that a small number is not shown as none.
                let steps = bars.count - 1
                return bars[min(steps, max(1, (number * steps + highest - 1) / highest))]
            }
        )
    }
}

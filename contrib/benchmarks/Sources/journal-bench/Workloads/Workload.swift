// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A measurement that is reported under one title.
protocol Workload: Sendable {
    /// The name for the option `--only`.
    var name: String { get }

    /// Measures, and adds the results to the report.
    func run(in run: BenchmarkRun) throws
}

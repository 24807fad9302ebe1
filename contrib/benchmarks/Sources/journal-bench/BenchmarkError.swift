// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// An error that prevents a measurement.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The reason why a measurement failed.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

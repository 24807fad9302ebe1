// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Why a measurement cannot be made.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// The parts that only make fetches and saves faster, apart from the plain path (decision 0166).
enum Accelerators {
    /// Whether stores and contexts use them: unless the environment contains
    /// `SWIFTDATA_ACCELERATORS=off` when the process first opens a store.
    ///
    /// The tests run once with and once without them; a program that behaves differently without
    /// them has found a fault of theirs.
    static let areUsed = ProcessInfo.processInfo.environment["SWIFTDATA_ACCELERATORS"] != "off"
}

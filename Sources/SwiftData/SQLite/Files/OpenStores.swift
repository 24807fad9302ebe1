// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The stores of this process that have a file open, as a migration of the file sees them.
struct OpenStores {
    /// Whether there are any.
    let exist: Bool
    /// Whether some may exist that are just being opened or closed.
    let mayExist: Bool
    /// Closes them, because the file is replaced.
    let close: () -> Void
}

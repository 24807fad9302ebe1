// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The time for which the trash keeps an entry.
struct Retention: CustomStringConvertible {
    /// The time; nil to keep entries forever.
    let after: Duration?

    var description: String { after.map { "\($0.components.seconds / 86_400)d" } ?? "never" }
}

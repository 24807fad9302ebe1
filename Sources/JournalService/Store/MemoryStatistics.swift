// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import SwiftData

/// SQLite's statistics of memory, which slow down all connections and which the service does not
/// use.
package enum MemoryStatistics {
    /// Disables them in the process, before its first store is opened; later, it has no effect.
    package static func disable() { SQLiteLibrary.disableMemoryStatistics() }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The form of entries in a file of one format.
package protocol EntryEncoder {
    /// Appends the beginning of the file.
    mutating func begin(_ bytes: inout [UInt8])

    /// Appends an entry.
    mutating func append(_ entry: TransferEntry, to bytes: inout [UInt8])

    /// Appends the end of the file.
    mutating func end(_ bytes: inout [UInt8])
}

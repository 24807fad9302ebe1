// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A reader of entries from a file of one format, which receives the file in pieces.
package protocol EntryDecoder {
    /// Appends the next piece of the file.
    mutating func append(_ bytes: ArraySlice<UInt8>)

    /// Ends the file.
    mutating func finish()

    /// Returns the next entry, or `nil` if the pieces so far contain no complete one.
    ///
    /// - Throws: The problem of a record. Further calls return the records after it.
    mutating func next() throws(RecordProblem) -> DecodedEntry?
}

/// An entry and its place in a file.
package struct DecodedEntry: Sendable, Equatable {
    /// The entry.
    package var entry: TransferEntry
    /// The number of its first line, from 1.
    package var line: Int

    /// Creates an entry with its place.
    package init(_ entry: TransferEntry, line: Int) {
        self.entry = entry
        self.line = line
    }
}

/// The reason why a part of a file is not an entry.
package struct RecordProblem: Error, Equatable {
    /// The number of the line, from 1.
    package var line: Int
    /// The fault, then the remedy.
    package var message: String

    /// Creates a problem.
    package init(line: Int, _ message: String) {
        self.line = line
        self.message = message
    }
}

/// The form of entries in a file of one format.
package protocol EntryEncoder {
    /// Appends the beginning of the file.
    mutating func begin(_ bytes: inout [UInt8])

    /// Appends an entry.
    mutating func append(_ entry: TransferEntry, to bytes: inout [UInt8])

    /// Appends the end of the file.
    mutating func end(_ bytes: inout [UInt8])
}

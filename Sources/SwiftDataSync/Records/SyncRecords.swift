// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The records of a participant in its store: values by keys, both bytes, in the order of the keys.
///
/// What is read stays the same until the changes of a participant were written.
package protocol SyncRecords: Sendable {
    /// Returns the value of a key; nil if no record has it.
    func value(for key: [UInt8]) throws -> [UInt8]?
    /// Returns the next records in order; none if there are no more.
    ///
    /// - Parameters:
    ///   - prefix: The beginning of their keys.
    ///   - key: The key that they follow; nil for the first ones.
    ///   - limit: The number of records at most.
    /// - Returns: The records.
    /// - Throws: Any error of the store.
    func records(
        prefix: [UInt8],
        after key: [UInt8]?,
        limit: Int
    ) throws -> [(key: [UInt8], value: [UInt8])]
}

/// A change of a record.
package struct RecordChange: Hashable, Sendable {
    /// The key.
    package let key: [UInt8]
    /// The new value; nil if the record is removed.
    package let value: [UInt8]?

    /// Creates a change.
    package init(key: [UInt8], value: [UInt8]?) {
        self.key = key
        self.value = value
    }
}

/// The rows that the store itself shows to its user, which records do not repeat.
package protocol ShownRows: Sendable {
    /// Returns the values of a row; nil if the store does not show it.
    func values(of row: RowID) throws -> [String: SyncValue]?
    /// Returns at least the rows of an entity that are shown with a reference to a row.
    func rows(of entity: String, referringTo row: RowID, by field: String) throws -> [RowKey]
    /// Returns at least the rows of an entity that are shown with a value of a unique constraint.
    func rows(of entity: String, with value: SyncValue, ofUnique index: Int) throws -> [RowKey]
}

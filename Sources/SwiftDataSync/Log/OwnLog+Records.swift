// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The maps of a log in records.
extension OwnLog {
    /// Reads the maps as they were recorded.
    mutating func connect(to reader: RecordReader, _ table: RecordTable) {
        waiting = waiting.connected(to: reader, table)
        bytes = bytes.connected(to: reader, table)
        objects = objects.connected(to: reader, table)
        keys = keys.connected(to: reader, table)
        outdated = outdated.connected(to: reader, table)
        rewriting = rewriting.connected(to: reader, table)
    }

    /// Adds the changes of the maps to records.
    func record(in changes: inout RecordChanges) {
        waiting.record(in: &changes)
        bytes.record(in: &changes)
        objects.record(in: &changes)
        keys.record(in: &changes)
        outdated.record(in: &changes)
        rewriting.record(in: &changes)
    }
}

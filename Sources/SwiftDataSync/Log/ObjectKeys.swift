// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The subjects of a log's objects, of which only the changed ones are in memory.
struct ObjectKeys: Sendable {
    private var overlay = Overlay<ObjectName, Set<ChangeKey>>()
    private var stored: (reader: RecordReader, table: RecordTable)?

    init() {}

    /// Creates the subjects of recorded objects.
    init(reader: RecordReader, table: RecordTable) { stored = (reader, table) }

    subscript(name: ObjectName) -> Set<ChangeKey> {
        get { overlay.value(for: name, source: recorded(name)) ?? [] }
        set {
            overlay.set(name, to: newValue.isEmpty ? nil : newValue, hasSource: stored != nil)
        }
    }

    mutating func rename(_ name: ObjectName, to other: ObjectName) {
        let subjects = self[name]
        self[name] = []
        self[other] = subjects
    }

    private func recorded(_ name: ObjectName) -> Set<ChangeKey>? {
        guard let stored else { return nil }
        let key = stored.table.encodeKnown { writer in
            writer.append(.keys)
            name.append(to: &writer)
        }
        guard let bytes = stored.reader.value(for: key) else { return nil }
        return stored.reader.attempt {
            var reader = stored.table.reader(of: bytes)
            var subjects: Set<ChangeKey> = []
            while !reader.isAtEnd { subjects.insert(try reader.changeKey()) }
            return subjects
        }
    }

    /// Adds the changes to records.
    func record(in changes: inout RecordChanges) {
        for (name, subjects) in overlay.entries {
            let value = subjects.map { subjects in
                { (writer: inout ByteWriter) in
                    for subject in subjects.sorted() { writer.append(subject) }
                }
            }
            changes.setOrRemove(value) { writer in
                writer.append(.keys)
                name.append(to: &writer)
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A key of a map in records.
protocol RecordElement: Hashable, Comparable, Sendable {
    /// Appends the element as a key.
    func append(to writer: inout ByteWriter)
    /// Reads a key.
    static func read(from reader: inout ByteReader) throws(SyncError) -> Self
}

/// A value of a map in records.
protocol RecordValue: Sendable {
    /// Appends the value.
    func appendValue(to writer: inout ByteWriter)
    /// Reads a value up to its end.
    static func readValue(from reader: inout ByteReader) throws(SyncError) -> Self
}

/// The value of the elements of a set.
struct Present: RecordValue {
    func appendValue(to writer: inout ByteWriter) {}

    static func readValue(from reader: inout ByteReader) throws(SyncError) -> Present { Present() }
}

typealias RecordSet<Element: RecordElement> = RecordMap<Element, Present>

/// A map in records, of which only the changes are in memory.
struct RecordMap<Key: RecordElement, Value: RecordValue>: Sendable {
    private let part: ParticipantPart
    private var overlay = Overlay<Key, Value>()
    private var stored: (reader: RecordReader, table: RecordTable)?
    private static var pageSize: Int { 1_024 }

    init(_ part: ParticipantPart) { self.part = part }

    /// Returns the map as it was recorded.
    func connected(to reader: RecordReader, _ table: RecordTable) -> RecordMap {
        var map = RecordMap(part)
        map.stored = (reader, table)
        return map
    }

    subscript(key: Key) -> Value? {
        get { overlay.value(for: key, source: recorded(key)) }
        set { overlay.set(key, to: newValue, hasSource: stored != nil) }
    }

    private func recorded(_ key: Key) -> Value? {
        stored?.reader.value(for: encode(key)).flatMap(read)
    }

    private func encode(_ key: Key) -> [UInt8]? {
        stored?.table.encodeKnown { writer in
            writer.append(part)
            key.append(to: &writer)
        }
    }

    private func read(_ bytes: [UInt8]) -> Value? {
        guard let stored else { return nil }
        return stored.reader.attempt {
            var reader = stored.table.reader(of: bytes)
            return try Value.readValue(from: &reader)
        }
    }

    // MARK: All entries

    /// Calls a function with entries until it returns false.
    func visit(_ body: (Key, Value) -> Bool) {
        for key in overlay.presentKeys {
            if let entry = overlay.entries[key], let value = entry, !body(key, value) { return }
        }
        visitRecorded(body)
    }

    /// Calls a function with the recorded entries that were not changed until it returns false.
    private func visitRecorded(after key: Key? = nil, _ body: (Key, Value) -> Bool) {
        guard let stored else { return }
        let prefix = [RecordKind.participant.rawValue, part.rawValue]
        var last = key.flatMap(encode)
        while true {
            let page = stored.reader.attempt {
                try stored.reader.records.records(
                    prefix: prefix,
                    after: last,
                    limit: Self.pageSize
                )
            }
            guard let page, let end = page.last else { return }
            for record in page {
                let key = stored.reader.attempt {
                    var reader = stored.table.reader(of: Array(record.key.dropFirst(prefix.count)))
                    return try Key.read(from: &reader)
                }
                guard let key, !overlay.hasChanged(key), let value = read(record.value) else {
                    continue
                }
                if !body(key, value) { return }
            }
            last = end.key
        }
    }

    /// The entry with the smallest key, if keys are recorded in their order.
    var first: (key: Key, value: Value)? {
        let changed = overlay.presentKeys.min()
        var first: (key: Key, value: Value)?
        visitRecorded { key, value in
            first = (key, value)
            return false
        }
        guard let changed, first.map({ changed < $0.key }) ?? true else { return first }
        return self[changed].map { (changed, $0) }
    }

    /// Whether the map has no entries.
    var isEmpty: Bool {
        var isEmpty = true
        visit { _, _ in
            isEmpty = false
            return false
        }
        return isEmpty
    }

    /// Returns the keys that follow one, if keys are recorded in their order.
    func keys(after key: Key, limit: Int = .max) -> [Key] {
        var keys = overlay.presentKeys.filter { key < $0 }
        var count = 0
        visitRecorded(after: key) { key, _ in
            keys.append(key)
            count += 1
            return count < limit
        }
        return Array(keys.sorted().prefix(limit))
    }

    /// Returns all keys, without order.
    func keys() -> [Key] {
        var keys: [Key] = []
        visit { key, _ in
            keys.append(key)
            return true
        }
        return keys
    }

    /// Returns the first keys, if keys are recorded in their order.
    func keys(limit: Int) -> [Key] {
        var keys = overlay.presentKeys
        var count = 0
        visitRecorded { key, _ in
            keys.append(key)
            count += 1
            return count < limit
        }
        return Array(keys.sorted().prefix(limit))
    }

    /// Removes all entries.
    mutating func removeAll() {
        for key in keys() { self[key] = nil }
    }

    /// Adds the changes to records.
    func record(in changes: inout RecordChanges) {
        for (key, value) in overlay.entries {
            changes.setOrRemove(value.map { $0.appendValue }) { writer in
                writer.append(part)
                key.append(to: &writer)
            }
        }
    }
}

extension RecordMap where Value == Present {
    func contains(_ element: Key) -> Bool { self[element] != nil }

    mutating func insert(_ element: Key) { self[element] = Present() }

    mutating func remove(_ element: Key) { self[element] = nil }

    mutating func formUnion(_ elements: some Sequence<Key>) {
        for element in elements { insert(element) }
    }
}

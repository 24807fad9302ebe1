// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// An element of a set in records.
protocol RecordElement: Hashable, Comparable, Sendable {
    /// Appends the element as a key.
    func append(to writer: inout ByteWriter)
    /// Reads a key.
    static func read(from reader: inout ByteReader) throws(SyncError) -> Self
}

/// A set in records, of which only the changes are in memory.
struct RecordSet<Element: RecordElement>: Sendable {
    private let part: ParticipantPart
    private var overlay = Overlay<Element, Bool>()
    private var stored: (reader: RecordReader, table: RecordTable)?

    init(_ part: ParticipantPart) { self.part = part }

    /// Creates a set that was recorded.
    init(_ part: ParticipantPart, reader: RecordReader, table: RecordTable) {
        self.part = part
        stored = (reader, table)
    }

    func contains(_ element: Element) -> Bool {
        if overlay.hasChanged(element) { return overlay.entries[element] == .some(true) }
        guard let stored else { return false }
        let key = stored.table.encodeKnown { writer in
            writer.append(part)
            element.append(to: &writer)
        }
        return stored.reader.value(for: key) != nil
    }

    mutating func insert(_ element: Element) {
        guard stored == nil || !contains(element) else { return }
        overlay.set(element, to: true, hasSource: stored != nil)
    }

    mutating func remove(_ element: Element) {
        overlay.set(element, to: nil, hasSource: stored != nil)
    }

    mutating func formUnion(_ elements: some Sequence<Element>) {
        for element in elements { insert(element) }
    }

    /// All elements, without order.
    var all: [Element] {
        guard let stored else { return overlay.presentKeys }
        let recorded: [Element] = stored.reader.keys(of: part, in: stored.table) {
            reader throws(SyncError) in try Element.read(from: &reader)
        }
        return overlay.presentKeys + recorded.filter { !overlay.hasChanged($0) }
    }

    /// Adds the changes to records.
    func record(in changes: inout RecordChanges) {
        for (element, value) in overlay.entries {
            changes.setOrRemove(value.map { _ in { _ in } }) { writer in
                writer.append(part)
                element.append(to: &writer)
            }
        }
    }
}

extension ChangeKey: RecordElement {
    func append(to writer: inout ByteWriter) { writer.append(self) }

    static func read(from reader: inout ByteReader) throws(SyncError) -> ChangeKey {
        try reader.changeKey()
    }
}

extension ObjectName: RecordElement {
    func append(to writer: inout ByteWriter) {
        writer.append(node)
        writer.append(start)
        writer.append(end)
        writer.append(byte: isRewrite ? 1 : 0)
        writer.append(digest)
    }

    static func read(from reader: inout ByteReader) throws(SyncError) -> ObjectName {
        ObjectName(
            node: try reader.node(),
            start: try reader.number(),
            end: try reader.number(),
            isRewrite: try reader.boolean(),
            digest: try reader.rowKey()
        )
    }
}

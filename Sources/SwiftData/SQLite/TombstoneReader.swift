// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import GRDB
internal import GRDBSQLite

/// Reads the values that deletions preserved with the code that reads rows.
///
/// The values become the one row of a statement over a database without tables, so that every kind of
/// attribute is understood.
final class TombstoneReader {
    private let resources: ConnectionResources
    private var queue: DatabaseQueue?

    init(_ layout: StoreLayout) {
        resources = ConnectionResources(layout: layout, files: nil, path: "a history")
    }

    /// The values by property.
    func tombstone<M: PersistentModel>(
        _ recorded: [String: _ColumnValue],
        of type: M.Type,
        _ entity: EntityDescription
    ) throws -> HistoryTombstone<M> {
        var tombstone = HistoryTombstone<M>()
        guard !recorded.isEmpty else { return tombstone }
        let known = recorded.compactMap { name, value in
            entity.property(recordedAs: name).map { (property: $0, value: value) }
        }
        .sorted { $0.property.index < $1.property.index }
        let model = try decode(known, of: type, entity)
        for (property, value) in known where value != .null {
            guard let keyPath = property.access.keyPath as? PartialKeyPath<M>,
                let value = property.access.value(model)
            else { continue }
            tombstone.append(sendable(value), at: keyPath)
        }
        return tombstone
    }

    private func decode<M: PersistentModel>(
        _ known: [(property: PropertyDescription, value: _ColumnValue)],
        of type: M.Type,
        _ entity: EntityDescription
    ) throws -> M {
        let model = M(backingData: _EmptyBackingData<M>())
        var columns = [Int32](repeating: -1, count: entity.properties.count)
        for (position, entry) in known.enumerated() where entry.value != .null {
            columns[entry.property.index] = Int32(position)
        }
        guard !known.isEmpty else { return model }
        let sql = "SELECT " + known.map { _ in "?" }.joined(separator: ", ")
        let queue = try self.queue ?? DatabaseQueue()
        self.queue = queue
        try queue.writeWithoutTransaction { db in
            try SQLiteConnection(db, resources).step(sql, known.map(\.value)) { statement in
                try model._$decode(
                    _RowDecoder(
                        statement: statement,
                        columns: columns,
                        entity: entity,
                        files: nil
                    )
                )
            }
        }
        return model
    }

    /// The value without the optional around it.
    private func sendable(_ value: Any) -> any Sendable {
        let wrapped = (value as? any OptionalType)?.wrappedValue ?? value
        // Values of attributes are values; `Sendable` leaves no trace in the type, which is why it can't
        // be asked for.
        return unsafeBitCast(wrapped as Any, to: (any Sendable).self)
    }
}

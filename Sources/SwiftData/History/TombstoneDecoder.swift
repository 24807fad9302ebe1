// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Decodes the preserved values of a deleted model in the same way as a row.
struct TombstoneDecoder<Model: PersistentModel> {
    private let entity: EntityDescription

    init(_ type: Model.Type, entity: EntityDescription) { self.entity = entity }

    /// Returns the preserved values by property.
    ///
    /// Values of properties that are no longer in the schema are omitted.
    ///
    /// - Throws: `SwiftDataError.modelValidationFailure` if a value does not have the type of its
    ///   property.
    func tombstone(_ recorded: [String: _ColumnValue]) throws -> HistoryTombstone<Model> {
        var tombstone = HistoryTombstone<Model>()
        var columns = [Int32](repeating: -1, count: entity.properties.count)
        var values: [_ColumnValue] = []
        for property in entity.properties where entity.includes(property, in: Model.self) {
            let found = recordedValues(of: property, in: recorded)
            guard found.contains(where: { $0 != .null }) else { continue }
            columns[property.index] = Int32(values.count)
            values += found
        }
        guard !values.isEmpty else { return tombstone }
        let model = Model(backingData: _EmptyBackingData<Model>())
        let row = _RowDecoder(ValueRow(values), columns: columns, of: entity, isLenient: true)
        try model._$decode(row)
        for property in entity.properties where columns[property.index] >= 0 {
            guard let keyPath = entity.keyPath(to: property, in: Model.self),
                let value = property.access.value(model)
            else { continue }
            let wrapped = (value as? any OptionalType)?.wrappedValue ?? value
            // Unchecked, because attributes are values, which do not change after decoding.
            guard let shared = uncheckedSendable(wrapped, as: (any Sendable).self) else { continue }
            tombstone.append(shared, at: keyPath)
        }
        return tombstone
    }

    /// Returns the recorded value of each column of a property.
    ///
    /// A struct may have been recorded as JSON, or before some of its fields existed.
    private func recordedValues(
        of property: PropertyDescription,
        in recorded: [String: _ColumnValue]
    ) -> [_ColumnValue] {
        if property.isComposite,
            case .text(let json)? = recorded[property.name] ?? recorded[property.originalName]
        {
            return (try? property.access.columnValues(ofJSON: json)) ?? []
        }
        var isRecorded = false
        let values = property.columns.map { column -> _ColumnValue? in
            let value = recorded[column.name] ?? recorded[column.originalName]
            if value != nil { isRecorded = true }
            return value
        }
        guard isRecorded else { return [] }
        return zip(property.columns, values).map { column, value in
            value ?? (try? entity.defaultValue(ofColumn: column.name)?()) ?? .null
        }
    }
}

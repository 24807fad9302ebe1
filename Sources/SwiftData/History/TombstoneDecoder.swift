// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Decodes the values that deletions preserved, as if they were a row of the deleted model.
struct TombstoneDecoder<Model: PersistentModel> {
    private let entity: EntityDescription

    init(_ type: Model.Type, _ entity: EntityDescription) { self.entity = entity }

    /// Returns the preserved values by property.
    ///
    /// Values of properties that the schema no longer has are left out.
    ///
    /// - Throws: `SwiftDataError.modelValidationFailure` when a value isn't one of its property's
    ///   type.
    func tombstone(_ recorded: [String: _ColumnValue]) throws -> HistoryTombstone<Model> {
        var tombstone = HistoryTombstone<Model>()
        var columns = [Int32](repeating: -1, count: entity.properties.count)
        var values: [_ColumnValue] = []
        for (name, value) in recorded where value != .null {
            guard let property = entity.property(recordedAs: name) else { continue }
            columns[property.index] = Int32(values.count)
            values.append(value)
        }
        guard !values.isEmpty else { return tombstone }
        let model = Model(backingData: _EmptyBackingData<Model>())
        try model._$decode(_RowDecoder(ValueRow(values), columns: columns, of: entity))
        for property in entity.properties where columns[property.index] >= 0 {
            guard let keyPath = property.access.keyPath as? PartialKeyPath<Model>,
                let value = property.access.value(model)
            else { continue }
            let wrapped = (value as? any OptionalType)?.wrappedValue ?? value
            // Unchecked: attributes hold values, which nothing changes once they are decoded.
            guard let shared = uncheckedSendable(wrapped, as: (any Sendable).self) else { continue }
            tombstone.append(shared, at: keyPath)
        }
        return tombstone
    }
}

/// Returns a value as a type that differs from the value's type by `Sendable` alone.
///
/// Unchecked: `Sendable` leaves no trace at run time, so that a generic cast can't ask for it,
/// while `as?` with a literal `Sendable` doesn't compile. The caller says why the value may be
/// shared.
func uncheckedSendable<T>(_ value: Any, as type: T.Type) -> T? { value as? T }

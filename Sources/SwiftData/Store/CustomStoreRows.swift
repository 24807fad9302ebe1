// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

// Rows of custom stores cannot be found by the keys and values of a default store.

extension StoreReading {
    func keys(
        in entity: EntityDescription,
        where properties: [Int],
        are values: [[_ColumnValue]]
    ) throws -> [Int64?] {
        throw StoreError(
            .failed,
            "the rows of \(entity.name) are in a custom store; fetch its models"
        )
    }

    func contains(_ pair: PendingRows.Pair, in table: Int) throws -> Bool {
        throw StoreError(.failed, "pairs of models are in a custom store; fetch the models")
    }
}

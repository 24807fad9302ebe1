// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The position up to which the history of a store was captured.
package struct HistoryCursor: Equatable, Sendable {
    /// The number of the last transaction that was captured completely.
    package let transaction: Int64
    /// The place of the first change in the next transaction that was not captured.
    package let place: HistoryPlace

    /// Creates a position after a transaction, or at a place in the next one.
    package init(transaction: Int64, place: HistoryPlace = .beginning) {
        self.transaction = transaction
        self.place = place
    }
}

extension HistoryCursor {
    /// The form in which a store saves the position.
    var recorded: String { "\(transaction) \(place.sequence) \(place.offset)" }

    /// Creates a position from its recorded form; nil if it is invalid.
    init?(recorded text: String) {
        let numbers = text.split(separator: " ").compactMap { Int64($0) }
        guard numbers.count == 3, numbers.allSatisfy({ $0 >= 0 }) else { return nil }
        self.init(
            transaction: numbers[0],
            place: HistoryPlace(sequence: numbers[1], offset: numbers[2])
        )
    }
}

extension HistoryBounds {
    /// Checks that all transactions after a position can be read.
    ///
    /// - Throws: `SwiftDataError.historyTokenExpired` if some were deleted; `StoreError` if the
    ///   position is after the last transaction.
    func check(_ cursor: HistoryCursor) throws {
        guard cursor.transaction >= deletedThrough else {
            throw SwiftDataError(
                .historyTokenExpired,
                "the history begins at transaction \(deletedThrough + 1), and transactions after "
                    + "\(cursor.transaction) were not captured; capture all models"
            )
        }
        guard cursor.transaction <= last else {
            throw StoreError(
                .failed,
                "the history cannot be captured through transaction \(cursor.transaction), "
                    + "because the last one is \(last); use a position in this store"
            )
        }
    }
}

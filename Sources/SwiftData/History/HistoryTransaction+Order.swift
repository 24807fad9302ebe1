// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

extension Array where Element: HistoryTransaction {
    /// Returns the transactions of several stores by time.
    ///
    /// The transactions of one store stay in their order, even if a clock that was set back dated
    /// some before earlier ones: a reader continues after the last transaction of each store.
    func sortedByTime() -> [Element] {
        var latest: [String: Date] = [:]
        let dated = enumerated().map { offset, transaction in
            let store = transaction.storeIdentifier
            let time = Swift.max(latest[store] ?? transaction.timestamp, transaction.timestamp)
            latest[store] = time
            return (transaction: transaction, time: time, offset: offset)
        }
        return dated.sorted { ($0.time, $0.offset) < ($1.time, $1.offset) }.map(\.transaction)
    }
}

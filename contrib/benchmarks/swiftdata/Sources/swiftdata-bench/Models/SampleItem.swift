// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation

/// The values of one item, from which each library makes its rows.
struct SampleItem {
    let name: String
    let detail: String
    let count: Int
    let rank: Int
    let price: Double
    let isDone: Bool
    let createdAt: Date
    let identifier: UUID

    init(_ number: Int) {
        name = "Item \(number)"
        detail = "A text of about sixty characters, like a line of a note, \(number)"
        count = number
        rank = number &* 7_919 % 10_007
        price = Double(number) * 0.25
        isDone = number.isMultiple(of: 3)
        createdAt = Date(timeIntervalSinceReferenceDate: 700_000_000 + Double(number))
        identifier = UUID()
    }
}

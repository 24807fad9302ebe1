// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import JournalProtocol

/// The position after a match in the results of a search.
///
/// The parts of the results follow each other in the order of the cases.
enum SearchPosition: Equatable {
    /// After a number of ranked matches: ranks change with every write, so that no key of a match
    /// would keep its place.
    case ranked(Int)
    /// After the match with a primary key, in descending order.
    case unranked(key: Int64)
    /// After an entry in the order of time.
    case listed(EntryListing.Position)

    /// The error of a page that continues another kind of search, such as one that began before the
    /// store was encrypted, or that another version of the daemon has sent.
    static var mismatch: ProtocolError {
        ProtocolError(.cursorInvalid, "the page cursor is invalid for a search")
    }

    /// Creates a position from the numbers of a page cursor, or returns nil if they are invalid.
    init?(numbers: [Int64]) {
        guard let kind = numbers.first else { return nil }
        let values = Array(numbers.dropFirst())
        switch kind {
        case 0:
            guard values.count == 1, values[0] >= 0 else { return nil }
            self = .ranked(Int(values[0]))
        case 1:
            guard values.count == 1 else { return nil }
            self = .unranked(key: values[0])
        case 2:
            guard let position = EntryListing.Position(numbers: values) else { return nil }
            self = .listed(position)
        default: return nil
        }
    }

    /// The numbers that a page cursor contains.
    var numbers: [Int64] {
        switch self {
        case .ranked(let count): [0, Int64(count)]
        case .unranked(let key): [1, key]
        case .listed(let position): [2] + position.numbers
        }
    }

    /// The number of ranked matches before the position.
    var rankedCount: Int {
        if case .ranked(let count) = self { count } else { 0 }
    }
}

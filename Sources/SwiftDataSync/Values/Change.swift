// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A change in an object of a log.
package enum Change: Hashable, Sendable {
    /// A row was created, or lives again.
    case birth(Birth)
    /// A field was written.
    case set(RowID, field: String, FieldState)
    /// Two rows were related or separated.
    case pair(PairID, PairState)
    /// A row was deleted.
    case death(RowID, Death)
    /// A row was merged into another one with a smaller identity.
    case redirect(RowID, to: RowID)

    /// A row with all of its fields and pairs.
    package struct Birth: Hashable, Sendable {
        /// The row.
        package var row: RowID
        /// The row's clock and fields.
        package var state: RowState
        /// The pairs with the row at the left.
        package var pairs: [PairID: PairState]

        /// Creates the birth of a row.
        package init(row: RowID, state: RowState, pairs: [PairID: PairState] = [:]) {
            self.row = row
            self.state = state
            self.pairs = pairs
        }
    }

    /// The row that the change is about; the left one of a pair.
    package var row: RowID { key.row }

    /// Whether the change is a deletion of content that must not remain anywhere.
    var isPurge: Bool {
        if case .death(_, let death) = self { death.isPurge } else { false }
    }

    /// The subject of the change.
    package var key: ChangeKey {
        switch self {
        case .birth(let birth): .row(birth.row)
        case .set(let row, let field, _): .field(row, field)
        case .pair(let pair, _): .pair(pair)
        case .death(let row, _): .death(row)
        case .redirect(let row, _): .redirect(row)
        }
    }
}

/// The subject of a change, to publish with its present state.
package enum ChangeKey: Hashable, Sendable {
    /// A row with all fields and pairs.
    case row(RowID)
    /// A field of a row.
    case field(RowID, String)
    /// Two rows of a relationship.
    case pair(PairID)
    /// The deletion of a row.
    case death(RowID)
    /// The row that a row was merged into.
    case redirect(RowID)

    /// The row; the left one of a pair.
    package var row: RowID {
        switch self {
        case .row(let row), .field(let row, _), .death(let row), .redirect(let row): row
        case .pair(let pair): pair.left
        }
    }

    /// Whether the subject outlives its row.
    package var isPermanent: Bool {
        switch self {
        case .death, .redirect: true
        case .row, .field, .pair: false
        }
    }
}

extension ChangeKey: Comparable {
    /// The position of the kind in an object: deletions are applied first.
    var rank: Int {
        switch self {
        case .death: 0
        case .field: 1
        case .redirect: 2
        case .pair: 3
        case .row: 4
        }
    }

    /// Orders subjects by kind, then by row.
    package static func < (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.field(let leftRow, let leftName), .field(let rightRow, let rightName)):
            (leftRow, leftName) < (rightRow, rightName)
        case (.pair(let left), .pair(let right)): left < right
        default: (left.rank, left.row) < (right.rank, right.row)
        }
    }
}

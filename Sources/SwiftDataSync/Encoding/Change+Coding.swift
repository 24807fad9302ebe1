// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension ByteWriter {
    mutating func append(_ change: Change) {
        switch change {
        case .birth(let birth):
            append(byte: 1)
            append(birth)
        case .set(let row, let field, let state):
            append(byte: 2)
            append(row)
            append(name: field)
            append(state)
        case .pair(let pair, let state):
            append(byte: 3)
            append(name: pair.relation)
            append(pair.left)
            append(pair.right)
            append(state)
        case .death(let row, let death):
            append(byte: 4)
            append(row)
            append(death)
        case .redirect(let row, let target):
            append(byte: 5)
            append(row)
            append(fixed: target.key.high)
            append(fixed: target.key.low)
        }
    }

    private mutating func append(_ birth: Change.Birth) {
        append(birth.row)
        append(birth.state.born)
        append(count: birth.state.fields.count)
        for (name, field) in birth.state.fields.sorted(by: { $0.key < $1.key }) {
            append(name: name)
            append(field)
        }
        append(count: birth.pairs.count)
        for (pair, state) in birth.pairs.sorted(by: { $0.key < $1.key }) {
            append(name: pair.relation)
            append(pair.right)
            append(state)
        }
    }
}

extension ByteReader {
    mutating func change() throws(SyncError) -> Change {
        switch try byte() {
        case 1: .birth(try birth())
        case 2: .set(try row(), field: try name(), try field())
        case 3: .pair(try pair(), try pairState())
        case 4: .death(try row(), try death())
        case 5: try redirect()
        case let kind:
            throw SyncError(
                .format,
                message: "unknown kind of change \(kind); update this program"
            )
        }
    }

    private mutating func pair() throws(SyncError) -> PairID {
        PairID(relation: try name(), left: try row(), right: try row())
    }

    /// Reads a redirect; one to a row that is not smaller could be part of a circle.
    private mutating func redirect() throws(SyncError) -> Change {
        let row = try row()
        let key = RowKey(high: try fixedNumber(), low: try fixedNumber())
        guard key < row.key else { throw damaged("redirect to a larger row") }
        return .redirect(row, to: RowID(entity: row.entity, key: key))
    }

    private mutating func birth() throws(SyncError) -> Change.Birth {
        let row = try row()
        var birth = Change.Birth(row: row, state: RowState(born: try clock(), fields: [:]))
        var lastName: String?
        for _ in 0..<(try count()) {
            let name = try name()
            try expect(name, after: lastName)
            birth.state.fields[name] = try field()
            lastName = name
        }
        var lastPair: PairID?
        for _ in 0..<(try count()) {
            let pair = PairID(relation: try name(), left: row, right: try self.row())
            try expect(pair, after: lastPair)
            birth.pairs[pair] = try pairState()
            lastPair = pair
        }
        return birth
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension [DamagedValue.Ownership] {
    /// Returns the identity of the object to which a row belongs, or `nil`.
    func owner(of key: Int64, in entity: String, db: SQLiteDatabase) throws -> String? {
        guard let ownership = first(where: { $0.entity == entity }) else { return nil }
        var row: SQLText = "\(bind: key)"
        var table = entity
        for step in ownership.path {
            row = """
                (SELECT \(identifier: step.relationship) FROM \(identifier: table) \
                WHERE \(identifier: TableLayout.key) = \(row))
                """
            table = step.destination
        }
        let query: SQLText = """
            SELECT \(identifier: ownership.identity) FROM \(identifier: table) \
            WHERE \(identifier: TableLayout.key) = \(row)
            """
        var owner: String?
        try db.step(query) { owner = $0.text(0) }
        return owner
    }
}

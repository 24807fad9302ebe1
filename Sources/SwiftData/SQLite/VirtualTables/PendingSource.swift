// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import CSQLite

/// The virtual table of one connection that returns the unsaved rows of one table.
///
/// SQLite owns it from its registration until the connection closes.
final class PendingSource {
    /// A way to read the rows.
    private struct Plan: Equatable {
        /// The columns to search.
        var columns: [Int] = []
        /// The order by primary key; `nil` for any order.
        var order: PendingTable.KeyOrder?
    }

    /// The number of plans that read all rows.
    static let scanCount = 3

    let name: String
    /// The callbacks, at an address that is valid as long as the source.
    let module: UnsafeMutablePointer<sqlite3_module>
    private let declaration: String
    /// The position of the hidden column for the argument, after the key and all columns.
    private let argument: Int
    /// Returns the rows of the table in the rows of a statement.
    private let select: (BoundRows) -> PendingTable?
    /// The plans of statements, each identified by its position.
    ///
    /// The first ones read all rows.
    private var plans = [Plan(), Plan(order: .ascending), Plan(order: .descending)]

    convenience init(_ table: TableLayout) {
        let index = table.entity.index
        let columns = table.columns.map { column in
            // The affinity must equal the affinity of the table's column. `ANY` has the affinity of
            // `BLOB`.
            let hasBytes = column.policy.isExternal || column.policy.isEncrypted
            return (column.name, hasBytes ? "BLOB" : column.type.kind.sqlType)
        }
        self.init(PendingModule.name(of: table), columns: columns) { rows in rows.table(index) }
    }

    convenience init(_ join: JoinTable, index: Int) {
        let columns = [(join.leftColumn, "INTEGER"), (join.rightColumn, "INTEGER")]
        self.init(PendingModule.name(of: join), columns: columns) { $0.pairs(index)?.added }
    }

    private init(
        _ name: String,
        columns: [(name: String, type: String)],
        _ select: @escaping (BoundRows) -> PendingTable?
    ) {
        self.name = name
        self.select = select
        argument = columns.count + 1
        let definitions = [(TableLayout.key, "INTEGER")] + columns
        declaration =
            "CREATE TABLE x("
            + definitions.map { "\(SQLText.quoted($0.0)) \($0.1)" }.joined(separator: ", ")
            + ", \"swiftdata~rows\" HIDDEN)"
        module = .allocate(capacity: 1)
        module.initialize(to: PendingCallbacks.module)
    }

    deinit {
        module.deinitialize(count: 1)
        module.deallocate()
    }

    /// Declares the columns of the table.
    func declare(in connection: OpaquePointer?) -> Int32 {
        sqlite3_declare_vtab(connection, declaration)
    }

    // MARK: Planning

    /// Chooses the columns to search: all with an equality constraint.
    ///
    /// Rows are read in the order of their keys if the statement sorts them so, because a sort in
    /// SQLite begins with a temporary table, also for a single row.
    func plan(_ info: UnsafeMutablePointer<sqlite3_index_info>) -> Int32 {
        var plan = Plan()
        var arguments: Int32 = 1
        var hasRows = false
        for position in 0..<Int(info.pointee.nConstraint) {
            let constraint = info.pointee.aConstraint[position]
            let column = Int(constraint.iColumn)
            if column == argument {
                guard constraint.usable != 0 else { return SQLITE_CONSTRAINT }
                info.pointee.aConstraintUsage[position].argvIndex = 1
                info.pointee.aConstraintUsage[position].omit = 1
                hasRows = true
            } else if isSearchable(constraint, position: position, of: info),
                !plan.columns.contains(column)
            {
                arguments += 1
                // SQLite compares the values again, because an index is less exact.
                info.pointee.aConstraintUsage[position].argvIndex = arguments
                plan.columns.append(column)
            }
        }
        guard hasRows else { return SQLITE_CONSTRAINT }
        // A statement is compiled once for any number of rows.
        let rows: Int64 = plan.columns.contains(0) ? 1 : plan.columns.isEmpty ? 1_000 : 4
        info.pointee.estimatedRows = rows
        info.pointee.estimatedCost = Double(rows)
        if info.pointee.nOrderBy == 1, info.pointee.aOrderBy[0].iColumn <= 0 {
            plan.order = info.pointee.aOrderBy[0].desc == 0 ? .ascending : .descending
            info.pointee.orderByConsumed = 1
        }
        info.pointee.idxNum = Int32(number(of: plan))
        return SQLITE_OK
    }

    private func isSearchable(
        _ constraint: sqlite3_index_constraint,
        position: Int,
        of info: UnsafeMutablePointer<sqlite3_index_info>
    ) -> Bool {
        let operation = Int32(constraint.op)
        guard constraint.usable != 0, constraint.iColumn >= 0,
            operation == SQLITE_INDEX_CONSTRAINT_EQ || operation == SQLITE_INDEX_CONSTRAINT_IS,
            let collation = sqlite3_vtab_collation(info, Int32(position))
        else { return false }
        // Another collation may consider values equal that have different entries in an index.
        let name = String(cString: collation)
        return name == SQLFunctions.stringCollation || name.uppercased() == "BINARY"
    }

    private func number(of plan: Plan) -> Int {
        if let known = plans.firstIndex(of: plan) { return known }
        plans.append(plan)
        return plans.count - 1
    }

    // MARK: Searching

    /// Returns the table to read and the positions of the candidates; nil for all of its rows.
    func search(
        plan: Int,
        values: UnsafeMutablePointer<OpaquePointer?>
    ) -> (table: PendingTable, positions: [Int]?)? {
        guard let rows = BoundRows.argument(values[0]), let table = select(rows) else { return nil }
        var best: (count: Int, column: Int, value: _ColumnValue)?
        let plan = plans[plan]
        for (number, column) in plan.columns.enumerated() {
            let value = SQLCall(nil, values: values).value(number + 1)
            let count = table.count(of: value, in: column)
            if count < best?.count ?? .max { best = (count, column, value) }
        }
        let positions = best.map { table.positions(of: $0.value, in: $0.column) }
        return (table, plan.order.map { table.positions(positions, in: $0) } ?? positions)
    }

    /// Sets the result to the value of a column.
    func read(_ row: PendingRows.Row, column: Int, into context: OpaquePointer?) {
        guard column < argument else { return }
        SQLCall(context, values: nil).result(row.value(of: column))
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import CSQLite

/// The state of an aggregate function for one group of rows.
protocol SQLAggregate: AnyObject {
    /// Adds the argument of a row, which is not NULL.
    func add(_ call: SQLCall)
    /// Sets the result for all added rows, of which there is at least one.
    func finish(_ call: SQLCall)
}

extension SQLiteDatabase {
    /// Adds an SQL function that aggregates one argument; NULL is ignored.
    ///
    /// The result of a group without other values is NULL.
    func addAggregate(_ name: String, _ makeState: @escaping () -> any SQLAggregate) throws {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
        try check(
            sqlite3_create_function_v2(
                handle,
                name,
                1,
                flags,
                // SQLite releases it with the function, or if it does not accept the function.
                Unmanaged.passRetained(AggregateFactory(makeState)).toOpaque(),
                nil,
                { AggregateSlot.step($0, count: $1, $2) },
                { AggregateSlot.finish($0) },
                { $0.map { Unmanaged<AggregateFactory>.fromOpaque($0).release() } }
            )
        )
    }
}

/// A closure that SQLite owns and that creates the state for each group.
private final class AggregateFactory {
    let makeState: () -> any SQLAggregate

    init(_ makeState: @escaping () -> any SQLAggregate) { self.makeState = makeState }
}

/// The memory that SQLite keeps for each group: a retained reference to the state.
private enum AggregateSlot {
    /// A class, because an existential has no single reference.
    private final class Box {
        let state: any SQLAggregate

        init(_ state: any SQLAggregate) { self.state = state }
    }

    private typealias Slot = UnsafeMutablePointer<UnsafeMutableRawPointer?>

    static func step(
        _ context: OpaquePointer?,
        count: Int32,
        _ values: UnsafeMutablePointer<OpaquePointer?>?
    ) {
        guard let call = SQLCall(context, count: count, values: values),
            let slot = slot(of: context, size: MemoryLayout<UnsafeMutableRawPointer?>.size),
            let factory = sqlite3_user_data(context)
        else { return }
        if slot.pointee == nil {
            let factory = Unmanaged<AggregateFactory>.fromOpaque(factory).takeUnretainedValue()
            slot.pointee = Unmanaged.passRetained(Box(factory.makeState())).toOpaque()
        }
        guard let box = slot.pointee else { return }
        Unmanaged<Box>.fromOpaque(box).takeUnretainedValue().state.add(call)
    }

    /// SQLite calls it once for each group, also if the statement is aborted.
    static func finish(_ context: OpaquePointer?) {
        // Without memory, there was no row.
        guard let slot = slot(of: context, size: 0), let box = slot.pointee else { return }
        slot.pointee = nil
        Unmanaged<Box>.fromOpaque(box).takeRetainedValue().state.finish(
            SQLCall(context, values: nil)
        )
    }

    /// Returns the memory of a group, which SQLite allocates and clears at the first call.
    private static func slot(of context: OpaquePointer?, size: Int) -> Slot? {
        sqlite3_aggregate_context(context, Int32(size))?
            .assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    }
}

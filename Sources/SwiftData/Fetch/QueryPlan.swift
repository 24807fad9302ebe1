// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The statement with which a store executes a fetch, and how it finds the rows.
///
/// ```swift
/// let plan = try context.explain(
///     FetchDescriptor<Book>(predicate: #Predicate { $0.title == "Emma" })
/// )
/// for access in plan.accesses where access.isFullScan {
///     print("every row of", access.table, "is read")
/// }
/// ```
///
/// ## Topics
///
/// ### Statement
///
/// - ``sql``
/// - ``parameters``
/// - ``includesUnsavedChanges``
///
/// ### Execution
///
/// - ``accesses``
/// - ``TableAccess``
/// - ``steps``
/// - ``Step``
/// - ``description``
public struct QueryPlan: Sendable, CustomStringConvertible {
    /// A step in the execution of a statement, as SQLite describes it.
    public struct Step: Sendable, Hashable {
        /// The description of the step.
        public let detail: String
        /// The number of steps of which this one is a part.
        public let depth: Int
    }

    /// The access to a table by one step.
    public struct TableAccess: Sendable, Hashable {
        /// An index through which rows are found, or read in its order.
        public enum Index: Sendable, Hashable {
            /// The primary key of the table.
            case primaryKey
            /// The index with a name.
            case named(String)
            /// An index that exists during the statement only.
            case temporary
        }

        /// The name of the table.
        public let table: String
        /// The index that is used, or `nil`.
        public let index: Index?
        /// Whether all rows are read, in the order of the index if one is used.
        public let isFullScan: Bool
        /// Whether the rows are the unsaved ones of the context, which are in memory.
        public let isUnsaved: Bool
    }

    /// The text of the statement; of two, separated by a semicolon, if the store reads the unsaved
    /// rows by themselves.
    public let sql: String
    /// The values of the parameters, as SQL literals; data is abbreviated.
    public let parameters: [String]
    /// Whether the statement reads unsaved changes of the context.
    ///
    /// The plan applies to the current changes. Without changes to the tables that it reads, the
    /// statement is different.
    public let includesUnsavedChanges: Bool
    /// The steps of the execution, each followed by its parts.
    public let steps: [Step]
    /// The accesses to tables, in the order of the steps.
    public let accesses: [TableAccess]

    /// The statement, its parameters, and the steps as an indented list.
    public var description: String {
        let values = parameters.isEmpty ? [] : ["parameters: " + parameters.joined(separator: ", ")]
        let tree = steps.map { String(repeating: "  ", count: $0.depth + 1) + $0.detail }
        return ([sql] + values + tree).joined(separator: "\n")
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

/// The effect that opening a store with a schema and a migration plan would have.
///
/// A container returns it without a change to the store or its log, also while another container of
/// the process has the store open:
///
/// ```swift
/// let preview = try ModelContainer.migrationPreview(
///     for: Schema(versionedSchema: LibraryV2.self),
///     migrationPlan: LibraryPlan.self,
///     url: url
/// )
/// let tables = preview.stages.flatMap(\.tables)
/// let isLong = tables.contains { $0.rowCount > 1_000_000 }
/// ```
///
/// ## Topics
///
/// ### Result
///
/// - ``outcome``
/// - ``Outcome``
/// - ``error``
/// - ``description``
///
/// ### Store
///
/// - ``url``
/// - ``storeVersion``
/// - ``targetVersion``
///
/// ### Stages
///
/// - ``stages``
/// - ``Stage``
/// - ``TableChange``
public struct MigrationPreview: Sendable, CustomStringConvertible {
    /// The effect of opening a store.
    public enum Outcome: Sendable, Hashable {
        /// The store has the schema already.
        case unchanged
        /// There is no store yet.
        case created
        /// The store is migrated.
        case migrated
        /// The container throws an error, and the store remains as it is.
        case rejected
    }

    /// One step of a migration.
    public struct Stage: Sendable, CustomStringConvertible {
        /// The version before the stage.
        public let fromVersion: Schema.Version
        /// The version after the stage.
        public let toVersion: Schema.Version
        /// Whether code runs before or after the change of the tables.
        public let isCustom: Bool
        /// The differences between the versions.
        public let changes: [SchemaChange]
        /// The tables that are created, rewritten or removed; the others remain as they are.
        public let tables: [TableChange]
    }

    /// The effect of a stage on one table of the store.
    public struct TableChange: Sendable, Hashable, CustomStringConvertible {
        /// The effect on a table.
        public enum Effect: Sendable, Hashable {
            /// The table is new.
            case created
            /// All rows are copied to a new table.
            case rewritten
            /// The table is removed with its rows.
            case removed
        }

        /// The name of the table, from an entity or from a relationship between two entities.
        public let name: String
        /// The effect on the table.
        public let effect: Effect
        /// The number of rows that the store has in the table now, before any stage.
        public let rowCount: Int
    }

    /// The location of the store.
    public let url: URL
    /// The effect of opening the store.
    public let outcome: Outcome
    /// The version of the schema in the store; nil if it cannot be read or there is no store.
    public let storeVersion: Schema.Version?
    /// The version of the container's schema.
    public let targetVersion: Schema.Version
    /// The stages from the version of the store, up to the one that fails, if one does.
    public let stages: [Stage]
    /// The error that the container would throw; nil if it would open the store.
    ///
    /// Duplicate values of a new unique constraint, missing values and values that cannot be
    /// converted are found in the rows of the store, unless custom code runs before. The errors of
    /// custom code are unknown.
    public let error: (any Error)?
}

extension MigrationPreview {
    /// Creates a preview without stages.
    init(
        of url: URL,
        outcome: Outcome,
        from storeVersion: Schema.Version? = nil,
        to targetVersion: Schema.Version,
        stages: [Stage] = [],
        error: (any Error)? = nil
    ) {
        self.url = url
        self.outcome = outcome
        self.storeVersion = storeVersion
        self.targetVersion = targetVersion
        self.stages = stages
        self.error = error
    }

    /// The effect, the stages and the error as text with several lines.
    public var description: String {
        let path = url.path(percentEncoded: false)
        let summary =
            switch outcome {
            case .unchanged: "\(path) has the schema \(targetVersion) and is not migrated"
            case .created: "\(path) is created with the schema \(targetVersion)"
            case .migrated: "\(path) is migrated\(versions)"
            case .rejected: "\(path) cannot be opened with the schema \(targetVersion)"
            }
        let cause = error.map { "error: \($0)" }
        return ([summary] + stages.map(\.description) + [cause].compactMap(\.self))
            .joined(separator: "\n")
    }

    private var versions: String {
        let start = storeVersion.map { " from \($0)" } ?? ""
        return "\(start) to \(targetVersion)"
    }
}

extension MigrationPreview.Stage {
    /// The versions, the differences and the changed tables as text with several lines.
    public var description: String {
        let title =
            "\(fromVersion) to \(toVersion), \(isCustom ? "custom" : "lightweight")"
        return ([title] + changes.map { "  \($0)" } + tables.map { "  \($0)" })
            .joined(separator: "\n")
    }
}

extension MigrationPreview.TableChange {
    /// The effect, the table and the number of its rows.
    public var description: String {
        let rows = rowCount == 1 ? "1 row" : "\(rowCount) rows"
        return switch effect {
        case .created: "creates the table \(name)"
        case .rewritten: "rewrites the table \(name) with \(rows)"
        case .removed: "removes the table \(name) with \(rows)"
        }
    }
}

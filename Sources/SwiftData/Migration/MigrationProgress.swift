// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A receiver of the progress of migrations and of rewriting a store, for example for a watchdog.
///
/// A class, because an optimized build of Swift 6.3 that is linked statically has no metadata for a
/// task-local function.
package final class MigrationProgress: Sendable {
    /// The receiver of the current task.
    @TaskLocal package static var current: MigrationProgress?

    private let receive: @Sendable () -> Void

    /// Creates a receiver that is called often, at irregular intervals, while a store is migrated
    /// or its format is upgraded.
    package init(_ receive: @escaping @Sendable () -> Void) { self.receive = receive }

    /// Reports progress; the code of a custom stage that takes long calls it as well.
    package static func report() { current?.receive() }
}

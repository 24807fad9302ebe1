// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The progress of migrations, for a process that must show that it is alive.
package enum MigrationProgress {
    /// Called often, at irregular intervals, while a store is migrated or its format is upgraded.
    ///
    /// The code of a custom stage that takes long calls it as well.
    @TaskLocal package static var report: @Sendable () -> Void = {}
}

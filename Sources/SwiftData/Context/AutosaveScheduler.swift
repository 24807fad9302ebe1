// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Schedules a save of the main context after a change; several changes share one save.
final class AutosaveScheduler {
    /// Whether changes are saved without a call to `save()`.
    var isEnabled = false
    private let isMain: Bool
    private var isScheduled = false
    private weak var context: ModelContext?

    init(isMain: Bool) { self.isMain = isMain }

    func attach(to context: ModelContext) { self.context = context }

    /// Schedules a save on the main actor; has no effect on other contexts.
    func schedule() {
        guard isEnabled, isMain, !isScheduled else { return }
        isScheduled = true
        let reference = MainContextReference(context: context)
        Task { @MainActor in reference.context?.autosave() }
    }

    /// Starts a scheduled save; returns whether autosave is still enabled.
    func begin() -> Bool {
        isScheduled = false
        return isEnabled
    }
}

/// Unchecked, because the main context is used on the main actor only.
private struct MainContextReference: @unchecked Sendable {
    weak var context: ModelContext?
}

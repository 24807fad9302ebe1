// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Schedules a save of the main context after a change, once for any number of changes.
final class AutosaveScheduler {
    /// Whether changes are saved without a call to `save()`.
    var isEnabled = false
    private let isMain: Bool
    private var isScheduled = false
    private weak var context: ModelContext?

    init(isMain: Bool) { self.isMain = isMain }

    func attach(to context: ModelContext) { self.context = context }

    /// Schedules a save on the main actor; does nothing for a context of another isolation domain.
    func schedule() {
        guard isEnabled, isMain, !isScheduled else { return }
        isScheduled = true
        let reference = MainContextReference(context: context)
        Task { @MainActor in reference.context?.autosave() }
    }

    /// Returns whether to save now.
    func begin() -> Bool {
        isScheduled = false
        return isEnabled
    }
}

/// Unchecked, because the context is used on the main actor only, where it belongs.
private struct MainContextReference: @unchecked Sendable {
    weak var context: ModelContext?
}

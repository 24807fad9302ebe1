// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Dispatch

/// Schedules a save of a context on the main actor after a change; several changes share one save.
final class AutosaveScheduler {
    /// Whether changes are saved without a call to `save()`.
    var isEnabled = false
    /// Whether an executor saves the context after its jobs instead.
    var isOwnedByExecutor = false
    private let isMain: Bool
    private var isScheduled = false
    private weak var context: ModelContext?

    init(isMain: Bool) { self.isMain = isMain }

    func attach(to context: ModelContext) { self.context = context }

    /// Schedules a save on the main actor; has no effect on a context that is used elsewhere.
    func schedule() {
        guard isEnabled, !isScheduled, !isOwnedByExecutor, isMain || MainQueue.isCurrent else {
            return
        }
        isScheduled = true
        let reference = MainContextReference(context: context)
        Task { @MainActor in reference.context?.autosaveScheduler.saveScheduled() }
    }

    /// Saves on the main actor, unless an executor has become the owner since the change.
    private func saveScheduled() {
        if isOwnedByExecutor { isScheduled = false } else { save() }
    }

    /// Saves if autosave is enabled; called in the isolation domain of the context.
    func save() {
        isScheduled = false
        guard isEnabled, let context else { return }
        // After a failed save, changes remain pending; the next explicit save throws the error.
        do {
            try context.save()
        } catch {
            context.graph.changes.recorder?.endGroup()
        }
    }
}

/// The queue that runs the jobs of the main actor.
///
/// On Linux, these jobs run on changing threads, so that a thread does not identify the main actor.
private enum MainQueue {
    private static let key = DispatchSpecificKey<Void>()
    private static let mark: Void = DispatchQueue.main.setSpecific(key: key, value: ())

    /// Whether the caller runs on the main queue.
    static var isCurrent: Bool {
        _ = mark
        return DispatchQueue.getSpecific(key: key) != nil
    }
}

/// Unchecked, because a context that is changed on the main actor and does not belong to an
/// executor is used there only.
private struct MainContextReference: @unchecked Sendable {
    weak var context: ModelContext?
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The models of a context with one kind of unsaved change, in chronological order.
///
/// Each model has its own position, so that it is found without hashing. It is in one list at a
/// time: it moves from one kind of change to another, or is removed, before it is added again.
struct PendingModels {
    /// The number of slots up to which empty ones are kept.
    private static let compactionLimit = 16

    private var slots: [(any PersistentModel)?] = []
    private(set) var count = 0
    /// The numbers of slots before the marks.
    private var marks: [Int] = []

    var isEmpty: Bool { count == 0 }
    /// The models in chronological order.
    var values: some Sequence<any PersistentModel> { slots.lazy.compactMap { $0 } }

    /// Adds a model with a state unless the list contains it; returns whether it was added.
    ///
    /// - Complexity: O(1), amortized.
    @discardableResult
    mutating func insert(_ model: any PersistentModel, state: _ModelState) -> Bool {
        guard !contains(model, at: state.pendingPosition) else { return false }
        state.pendingPosition = slots.count
        slots.append(model)
        count += 1
        return true
    }

    /// Removes a model; returns whether the list contained it.
    ///
    /// - Complexity: O(1), amortized.
    @discardableResult
    mutating func remove(_ model: any PersistentModel) -> Bool {
        guard !isEmpty else { return false }
        let position = model._$model.pendingPosition
        guard contains(model, at: position) else { return false }
        slots[position] = nil
        count -= 1
        // Once the empty slots outnumber the others.
        if slots.count > max(2 * count, Self.compactionLimit) { compact() }
        return true
    }

    /// Marks the end of the list.
    mutating func mark() { marks.append(slots.count) }

    /// Removes the last mark.
    ///
    /// - Returns: The models that were added since; all of them if the list has no mark, because
    ///   it then replaced the marked one.
    /// - Complexity: O(*k*) for *k* models.
    mutating func removeMark() -> [any PersistentModel] {
        slots[(marks.popLast() ?? 0)...].compactMap { $0 }
    }

    private func contains(_ model: any PersistentModel, at position: Int) -> Bool {
        position < slots.count && slots[position] === model
    }

    private mutating func compact() {
        marks = marks.map { mark in slots[..<mark].count { $0 != nil } }
        slots.removeAll { $0 == nil }
        for (position, model) in slots.enumerated() { model?._$model.pendingPosition = position }
    }
}

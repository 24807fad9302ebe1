// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The unsaved changes to the pairs of one join table.
struct PendingLinks {
    /// A pair of models in a join table.
    struct Pair: Hashable {
        /// The identity of a pair, which does not retain the models.
        struct Identity: Hashable {
            let left: ObjectIdentifier
            let right: ObjectIdentifier
        }

        let left: any PersistentModel
        let right: any PersistentModel

        var identity: Identity {
            Identity(left: ObjectIdentifier(left), right: ObjectIdentifier(right))
        }

        static func == (lhs: Pair, rhs: Pair) -> Bool { lhs.identity == rhs.identity }

        func hash(into hasher: inout Hasher) { hasher.combine(identity) }

        var keys: PendingRows.Pair {
            PendingRows.Pair(left: left._$model.key, right: right._$model.key)
        }

        func contains(_ model: any PersistentModel) -> Bool { left === model || right === model }
    }

    /// The pairs to add and to remove.
    struct Pairs {
        var added: [Pair] = []
        var removed: [Pair] = []

        var isEmpty: Bool { added.isEmpty && removed.isEmpty }

        fileprivate mutating func append(_ pair: Pair, change: Change) {
            if change.isAddition { added.append(pair) } else { removed.append(pair) }
        }
    }

    fileprivate struct Change: Equatable {
        var isAddition: Bool
        /// Whether the store may already be in the state after the change, so that the opposite
        /// change must be kept, too.
        var isEnsured = false
    }

    /// The number of pairs up to which a scan is faster than the index.
    private static let scanLimit = 16

    private var changes = InsertionOrderedDictionary<Pair.Identity, (pair: Pair, change: Change)>()
    /// Whether a pair was marked for removal at any time, even if it no longer is.
    private var hasRemovals = false
    /// The pairs by the models at their ends; nil until the first lookup among many pairs.
    private var pairsByModel: [ObjectIdentifier: InsertionOrderedDictionary<Pair.Identity, Void>]?
    /// The changes as rows for queries; nil until the first query.
    private var pairRows: PendingPairs?

    var isEmpty: Bool { changes.isEmpty }
    /// The pairs to add, in insertion order.
    var added: [Pair] { pairs { $0.isAddition } }
    /// The pairs to remove, in insertion order.
    var removed: [Pair] { pairs { !$0.isAddition } }
    /// All changed pairs, in insertion order.
    var pairs: some Sequence<Pair> { changes.values.lazy.map(\.pair) }

    /// Returns whether a pair will be removed.
    func isRemoved(_ pair: Pair) -> Bool {
        hasRemovals && changes[pair.identity]?.change.isAddition == false
    }

    /// Returns whether a pair will be added.
    func isAdded(_ pair: Pair) -> Bool { changes[pair.identity]?.change.isAddition == true }

    /// Adds a pair, or cancels its removal; returns whether it was to be removed.
    ///
    /// - Complexity: O(1), amortized.
    @discardableResult
    mutating func link(_ pair: Pair) -> Bool {
        let addition = Change(isAddition: true)
        guard !changes.insert((pair, addition), for: pair.identity) else {
            didSet(addition, for: pair)
            return false
        }
        let wasRemoved = isRemoved(pair)
        apply(isAddition: true, to: pair)
        return wasRemoved
    }

    /// Removes a pair, or cancels its addition.
    ///
    /// - Complexity: O(1), amortized.
    mutating func unlink(_ pair: Pair) { apply(isAddition: false, to: pair) }

    /// Adds or removes a pair, whether the store has it or not.
    ///
    /// - Complexity: O(1), amortized.
    mutating func ensure(_ pair: Pair, isLinked: Bool) {
        set(Change(isAddition: isLinked, isEnsured: true), for: pair)
    }

    /// Returns the pairs of a model.
    ///
    /// - Complexity: O(*k*) for the *k* pairs of the model; O(*n*) for the first lookup.
    mutating func pairs(of model: any PersistentModel) -> Pairs {
        guard !changes.isEmpty else { return Pairs() }
        if changes.count > Self.scanLimit, pairsByModel == nil { buildIndex() }
        var found = Pairs()
        if let pairsByModel {
            guard let pairs = pairsByModel[ObjectIdentifier(model)] else { return found }
            for identity in pairs.keys {
                if let (pair, change) = changes[identity] { found.append(pair, change: change) }
            }
        } else {
            for (pair, change) in changes.values where pair.contains(model) {
                found.append(pair, change: change)
            }
        }
        return found
    }

    /// Removes and returns the pairs of a model; nil if it has none.
    ///
    /// - Complexity: The same as `pairs(of:)`.
    mutating func removeAll(of model: any PersistentModel) -> Pairs? {
        let found = pairs(of: model)
        guard !found.isEmpty else { return nil }
        for pair in found.added + found.removed { set(nil, for: pair) }
        return found
    }

    /// Returns the changes as rows for queries; nil if there are none.
    ///
    /// - Complexity: O(1); O(*n*) for the first call.
    mutating func rows() -> PendingPairs? {
        guard !changes.isEmpty else { return nil }
        if let pairRows { return pairRows }
        let rows = PendingPairs()
        for (pair, change) in changes.values { rows.set(change, for: pair.keys) }
        pairRows = rows
        return rows
    }

    private func pairs(where isIncluded: (Change) -> Bool) -> [Pair] {
        changes.values.compactMap { isIncluded($0.change) ? $0.pair : nil }
    }

    private mutating func apply(isAddition: Bool, to pair: Pair) {
        guard let known = changes[pair.identity]?.change else {
            return set(Change(isAddition: isAddition), for: pair)
        }
        guard known.isAddition != isAddition else { return }
        set(known.isEnsured ? Change(isAddition: isAddition, isEnsured: true) : nil, for: pair)
    }

    private mutating func set(_ change: Change?, for pair: Pair) {
        changes[pair.identity] = change.map { (pair, $0) }
        didSet(change, for: pair)
    }

    private mutating func didSet(_ change: Change?, for pair: Pair) {
        if change?.isAddition == false { hasRemovals = true }
        pairRows?.set(change, for: pair.keys)
        guard pairsByModel != nil else { return }
        for end in [pair.identity.left, pair.identity.right] {
            pairsByModel?[end, default: .init()][pair.identity] = change.map { _ in }
        }
    }

    private mutating func buildIndex() {
        var index: [ObjectIdentifier: InsertionOrderedDictionary<Pair.Identity, Void>] = [:]
        for pair in changes.keys {
            index[pair.left, default: .init()][pair] = ()
            index[pair.right, default: .init()][pair] = ()
        }
        pairsByModel = index
    }
}

extension PendingPairs {
    /// Sets the change of a pair; nil discards it.
    fileprivate func set(_ change: PendingLinks.Change?, for pair: PendingRows.Pair) {
        guard let change else { return discard(pair) }
        if change.isAddition { add(pair, isSaved: change.isEnsured) } else { remove(pair) }
    }
}

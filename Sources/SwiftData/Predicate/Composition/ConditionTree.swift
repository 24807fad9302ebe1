// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// An operation that combines conditions.
enum ConditionOperation: Sendable {
    case all, any, not
}

/// A condition that combines other conditions.
///
/// Programs compose conditions in loops, so that a tree can be too deep for recursion on the stack
/// of a thread. Therefore it is evaluated, walked and released in loops (decision 0111).
final class ConditionTree<Part: Sendable>: @unchecked Sendable {
    // Unchecked, because the operands change only in deinitializers.

    enum Form: Sendable {
        /// A condition without operands.
        case part(Part)
        case composed(ConditionOperation)
    }

    let form: Form
    private(set) var operands: [ConditionTree]
    /// The number of operations on the longest path to a part.
    let depth: Int

    init(_ part: Part) {
        form = .part(part)
        operands = []
        depth = 0
    }

    init(_ operation: ConditionOperation, operands: [ConditionTree]) {
        form = .composed(operation)
        self.operands = operands
        depth = 1 + (operands.lazy.map(\.depth).max() ?? 0)
    }

    deinit {
        var released = operands
        operands = []
        while var next = released.popLast() {
            guard isKnownUniquelyReferenced(&next) else { continue }
            released += next.operands
            next.operands = []
        }
    }

    /// The condition itself if it has no operands.
    var part: Part? {
        if case .part(let part) = form { part } else { nil }
    }

    /// The tree and its subtrees, each before its operands, from left to right.
    var trees: [ConditionTree] {
        var trees: [ConditionTree] = []
        var pending = [self]
        while let tree = pending.popLast() {
            trees.append(tree)
            pending += tree.operands.reversed()
        }
        return trees
    }
}

/// The evaluation of a tree, which needs the values of its parts from left to right, until the
/// result no longer depends on them.
struct ConditionEvaluation<Part: Sendable> {
    /// The tree, until its evaluation begins.
    private var root: ConditionTree<Part>?
    /// The trees around the current part, with the number of operands that were reached.
    private var path: [(tree: ConditionTree<Part>, count: Int)] = []
    /// The value of the last part, which the caller sets; the result when there are no more parts.
    var value = false

    init(_ tree: ConditionTree<Part>) { root = tree }

    /// Returns the part to evaluate next; nil if the value of the tree is known.
    mutating func next() -> Part? {
        if let tree = root {
            root = nil
            if let part = tree.part { return part }
            path.append((tree, 0))
        }
        while let (tree, count) = path.last {
            let last = count == 0 ? nil : value
            if let known = tree.value(last, isLast: count == tree.operands.count) {
                value = known
                path.removeLast()
                continue
            }
            path[path.count - 1].count += 1
            let operand = tree.operands[count]
            if let part = operand.part { return part }
            path.append((operand, 0))
        }
        return nil
    }
}

extension ConditionTree {
    /// Returns the value of the tree if its first operands determine it.
    ///
    /// The arguments are the value of the last of these, if any, and whether it is the last
    /// operand.
    fileprivate func value(_ value: Bool?, isLast: Bool) -> Bool? {
        guard case .composed(let operation) = form else { return value }
        switch operation {
        case .all: return value == false ? false : isLast ? true : nil
        case .any: return value == true ? true : isLast ? false : nil
        case .not: return value.map { !$0 } ?? (isLast ? true : nil)
        }
    }
}

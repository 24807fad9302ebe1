// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftData

/// Conditions that are composed of others.
@Suite struct ConditionTreeTests {
    private typealias Tree = ConditionTree<Int>

    /// A part whose lifetime can be observed.
    private final class Token: Sendable {}

    /// Returns the value of a tree whose positive parts are true, and the evaluated parts.
    private func evaluate(_ tree: Tree) -> (value: Bool, parts: [Int]) {
        var evaluation = ConditionEvaluation(tree)
        var parts: [Int] = []
        while let part = evaluation.next() {
            parts.append(part)
            evaluation.value = part > 0
        }
        return (evaluation.value, parts)
    }

    @Test func partsAreEvaluatedAsFarAsTheResultDependsOnThem() {
        let cases: [(tree: Tree, value: Bool, parts: [Int])] = [
            (Tree(1), true, [1]),
            (Tree(-1), false, [-1]),
            (Tree(.all, operands: []), true, []),
            (Tree(.any, operands: []), false, []),
            (Tree(.not, operands: [Tree(1)]), false, [1]),
            (Tree(.all, operands: [Tree(1), Tree(-2), Tree(3)]), false, [1, -2]),
            (Tree(.all, operands: [Tree(1), Tree(2)]), true, [1, 2]),
            (Tree(.any, operands: [Tree(-1), Tree(2), Tree(3)]), true, [-1, 2]),
            (Tree(.any, operands: [Tree(-1), Tree(-2)]), false, [-1, -2]),
            (Tree(.all, operands: [Tree(.any, operands: []), Tree(1)]), false, []),
            (
                Tree(
                    .any,
                    operands: [
                        Tree(.all, operands: [Tree(1), Tree(.not, operands: [Tree(2)]), Tree(3)]),
                        Tree(.not, operands: [Tree(.any, operands: [Tree(-4), Tree(-5)])]),
                        Tree(6),
                    ]
                ), true, [1, 2, -4, -5]
            ),
        ]
        for (tree, value, parts) in cases {
            let result = evaluate(tree)
            #expect(result.value == value)
            #expect(result.parts == parts)
        }
    }

    @Test func depthIsThatOfTheLongestPath() {
        #expect(Tree(1).depth == 0)
        #expect(Tree(.all, operands: []).depth == 1)
        #expect(
            Tree(
                .any,
                operands: [Tree(1), Tree(.not, operands: [Tree(.not, operands: [Tree(2)])])]
            ).depth == 3
        )
    }

    @Test func treesAreListedFromLeftToRight() {
        let tree = Tree(
            .any,
            operands: [
                Tree(.all, operands: [Tree(1), Tree(2)]), Tree(.not, operands: [Tree(3)]), Tree(4),
            ]
        )
        #expect(tree.trees.compactMap(\.part) == [1, 2, 3, 4])
        #expect(tree.trees.count == 7)
    }

    /// A recursion would need more stack than a thread has.
    @Test func treeOfAnyDepthIsEvaluatedAndReleased() {
        weak var token: Token?
        do {
            let part = Token()
            token = part
            var tree = ConditionTree(part)
            for step in 0..<300_000 {
                switch step % 3 {
                case 0: tree = ConditionTree(.any, operands: [tree, ConditionTree(part)])
                case 1: tree = ConditionTree(.all, operands: [ConditionTree(part), tree])
                default: tree = ConditionTree(.not, operands: [tree])
                }
            }
            var evaluation = ConditionEvaluation(tree)
            var count = 0
            while evaluation.next() != nil {
                count += 1
                evaluation.value = true
            }
            #expect(count > 100_000)
            #expect(tree.depth == 300_000)
        }
        #expect(token == nil)
    }

    /// A tree that another one shares stays.
    @Test func sharedTreeOutlivesTheOtherOne() {
        let shared = Tree(.all, operands: [Tree(1), Tree(-2)])
        do {
            let other = Tree(.not, operands: [Tree(.any, operands: [shared, Tree(3)])])
            #expect(evaluate(other).value == false)
        }
        #expect(evaluate(shared).parts == [1, -2])
    }
}

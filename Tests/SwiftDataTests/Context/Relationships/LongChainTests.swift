// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Many models that refer to one another in a row, released together.
///
/// Each release was nested in the one before, and ended the process at some ten thousand models.
struct LongChainTests {
    @Model final class Block {
        var number: Int
        @Relationship(inverse: nil) var previous: Block?
        init(_ number: Int, _ previous: Block? = nil) {
            self.number = number
            self.previous = previous
        }
    }

    @Model final class Message {
        var number: Int
        @Relationship(inverse: \Message.reply) var parent: Message?
        var reply: Message?
        init(_ number: Int) { self.number = number }
    }

    @Model final class Folder {
        @Relationship(inverse: nil) var folders: [Folder]?
        @Transient var onDeinit: (() -> Void)?
        init() {}
        deinit { onDeinit?() }
    }

    @Model final class Step {
        @Relationship(inverse: nil) var next: [Step] = []
        @Relationship(inverse: nil) var first: Step?
        init() {}
    }

    private final class Counter: @unchecked Sendable {
        // Used by one thread at a time.
        var count = 0
    }

    private static let count = 100_000

    /// Calls a closure on a thread with the stack that secondary threads have on other systems.
    private func onSmallStack(_ body: @escaping @Sendable () -> Void) {
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            body()
            done.signal()
        }
        thread.stackSize = 512 << 10
        thread.start()
        done.wait()
    }

    @Test func newModelsAreReleased() {
        let counter = Counter()
        onSmallStack {
            weak var first: Block?
            do {
                var block = Block(0)
                first = block
                for number in 1..<Self.count { block = Block(number, block) }
                counter.count = block.number
            }
            if first == nil { counter.count += 1 }
        }
        #expect(counter.count == Self.count)
    }

    @Test func newModelsAreReleasedFromTheOtherEnd() {
        weak var last: Message?
        do {
            let first = Message(0)
            var message = first
            for number in 1..<Self.count {
                let next = Message(number)
                message.reply = next
                message = next
            }
            last = message
        }
        #expect(last == nil)
    }

    @Test func modelsOfToManyRelationshipsAreReleasedWithTheirDeinitializers() {
        let counter = Counter()
        onSmallStack {
            var folder = Folder()
            for _ in 0..<Self.count {
                let outer = Folder()
                outer.onDeinit = { counter.count += 1 }
                outer.folders = [folder, Folder()]
                folder = outer
            }
        }
        #expect(counter.count == Self.count)
    }

    @Test func modelsOfSeveralRelationshipsAreReleased() {
        weak var end: Step?
        do {
            var step = Step()
            end = step
            for _ in 0..<Self.count {
                let outer = Step()
                outer.next = [step]
                outer.first = step
                step = outer
            }
        }
        #expect(end == nil)
    }

    @Test func savedModelsAreReleased() throws {
        let container = try ModelContainer(
            for: Block.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let context = ModelContext(container)
        weak var first: Block?
        do {
            var block: Block?
            for number in 0..<Self.count {
                let next = Block(number)
                context.insert(next)
                next.previous = block
                block = next
                if number == 0 { first = next }
            }
            try context.save()
        }
        #expect(first == nil)
        #expect(try context.fetchCount(FetchDescriptor<Block>()) == Self.count)
    }
}

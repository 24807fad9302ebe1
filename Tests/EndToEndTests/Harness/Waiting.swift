// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation

/// What went wrong in the surroundings of a test rather than in what it tests.
struct Stuck: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Asks again and again until there is an answer, which is an event that nobody announces.
@discardableResult
func eventually<Answer>(
    _ what: String,
    within patience: Duration = .seconds(30),
    _ ask: () throws -> Answer?
) throws -> Answer {
    let deadline = ContinuousClock.now + patience
    while true {
        if let answer = try ask() { return answer }
        guard ContinuousClock.now < deadline else { throw Stuck("\(what): not within \(patience)") }
        poll(nil, 0, 5)
    }
}

/// Does work on threads of its own, all at once, and waits for all of it.
///
/// The work blocks, so it has no place on the threads that run the tests.
func concurrently<Value: Sendable>(
    _ count: Int,
    _ work: @escaping @Sendable (Int) throws -> Value
) throws -> [Value] {
    let outcomes = (0..<count).map { _ in Outcome<Value>() }
    for (index, outcome) in outcomes.enumerated() {
        Thread.detachNewThread { outcome.set(Result { try work(index) }) }
    }
    return try outcomes.map { try $0.get() }
}

/// The result of a thread, which another one waits for.
private final class Outcome<Value: Sendable>: Sendable {
    private let condition = NSCondition()
    // Only touched with the condition locked.
    nonisolated(unsafe) private var result: Result<Value, any Error>?

    func set(_ result: Result<Value, any Error>) {
        condition.withLock {
            self.result = result
            condition.broadcast()
        }
    }

    func get() throws -> Value {
        try condition.withLock {
            let limit = Date(timeIntervalSinceNow: 120)
            while true {
                if let result { return try result.get() }
                guard condition.wait(until: limit) else { throw Stuck("a thread does not end") }
            }
        }
    }
}

/// A value for several threads that only read it.
struct Shared<Value>: @unchecked Sendable {
    // The bed is configured before the threads begin, and they only start processes with it.
    let value: Value

    init(_ value: Value) { self.value = value }
}

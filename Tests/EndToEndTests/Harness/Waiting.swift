// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation

/// A failure of the test environment rather than of the code under test.
struct Stuck: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Polls until `ask` returns a value, for events that cannot be awaited.
@discardableResult
func eventually<Answer>(
    _ what: String,
    within timeout: Duration = .seconds(30),
    _ ask: () throws -> Answer?
) throws -> Answer {
    let deadline = ContinuousClock.now + timeout
    while true {
        if let answer = try ask() { return answer }
        guard ContinuousClock.now < deadline else { throw Stuck("timeout: \(what)") }
        poll(nil, 0, 5)
    }
}

/// Runs blocking work concurrently on dedicated threads and waits for the results.
///
/// Blocking would starve the thread pool that runs the tests.
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

/// The result of a thread, which another thread can wait for.
private final class Outcome<Value: Sendable>: Sendable {
    /// The limit of the wait in seconds.
    private static var timeLimit: TimeInterval {
        ProcessInfo.processInfo.environment["JOURNAL_LONG_TESTS"] == nil ? 120 : 1_200
    }

    private let condition = NSCondition()
    // Accessed only with the condition locked.
    nonisolated(unsafe) private var result: Result<Value, any Error>?

    func set(_ result: Result<Value, any Error>) {
        condition.withLock {
            self.result = result
            condition.broadcast()
        }
    }

    func get() throws -> Value {
        try condition.withLock {
            let limit = Date(timeIntervalSinceNow: Self.timeLimit)
            while true {
                if let result { return try result.get() }
                guard condition.wait(until: limit) else { throw Stuck("a thread does not end") }
            }
        }
    }
}

/// A value that several threads only read.
struct Shared<Value>: @unchecked Sendable {
    // The test bed is configured before the threads start; they only start processes with it.
    let value: Value

    init(_ value: Value) { self.value = value }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The same work done by several libraries.
struct Workload: Sendable {
    let name: String

    /// The highest intended ratio of SwiftData's time to plain SQLite's.
    let goal: Double?

    /// The number of rows, or of operations, that the time is divided by.
    let count: Int

    /// Plain SQLite is first.
    let contenders: [Contender]
}

/// The implementation of a workload with one library.
struct Contender: Sendable {
    let library: Library

    /// Creates the store, which is not measured.
    var prepare: @Sendable (_ path: String) throws -> Void = { _ in }

    /// Does the work on the store and times the part that counts.
    ///
    /// Returns a number that is the same for all contenders, because they do the same.
    let run: @Sendable (_ path: String, _ stopwatch: inout Stopwatch) throws -> Int
}

enum Library: String, Sendable {
    case sqlite = "SQLite"
    case swiftData = "SwiftData"
    case records = "GRDB"
    case codable = "GRDB Codable"
}

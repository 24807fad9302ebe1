// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Synchronization

/// Connections for requests that read, each of which has one to itself.
final class Readers: Sendable {
    private let path: String
    private let idle = Mutex<[Connection]>([])

    init(_ path: String) {
        self.path = path
    }

    func read<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        let connection = try idle.withLock { $0.popLast() } ?? Connection(path)
        defer { idle.withLock { $0.append(connection) } }
        return try body(connection)
    }
}

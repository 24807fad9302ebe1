// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Glibc

/// A Redis server that keeps nothing on disk, for its messages to subscribers.
final class RedisServer {
    private let directory: String
    private let child: ChildProcess
    private let cleanup: Cleanup

    init(_ run: BenchmarkRun) throws {
        cleanup = run.cleanup
        directory = try run.cleanup.newFolder("redis")
        let log = directory + "/server.log"
        let child = try ChildProcess(
            [
                "redis-server", "--port", "0", "--unixsocket", directory + "/redis.sock",
                "--dir", directory, "--save", "", "--appendonly", "no",
            ],
            environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C", "HOME": directory],
            output: log,
            run.cleanup
        )
        self.child = child
        _ = try retry(while: child, log: log) { try? connect() }
    }

    func connect() throws -> RedisConnection { try RedisConnection(directory + "/redis.sock") }

    func stop() throws {
        guard child.stop() else { throw BenchmarkError("Redis failed to stop") }
        cleanup.remove(directory)
    }
}

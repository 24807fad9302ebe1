// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Glibc

/// A PostgreSQL server with a database of entries like the journal's.
///
/// Its settings are the defaults, under which a commit is durable, except the number of connections.
final class PostgreSQLServer {
    /// The name of the channel of notifications.
    static let channel = "entries"
    /// The full-text index, which the journal has, too.
    static let searchIndex = """
        CREATE INDEX entry_search ON entry USING gin (to_tsvector('simple', body))
        """

    private static let schema = """
        CREATE TABLE entry(
            id uuid PRIMARY KEY, body text NOT NULL, created_at timestamptz NOT NULL,
            zone text NOT NULL, local_day date NOT NULL, modified_at timestamptz NOT NULL,
            starred boolean NOT NULL, tags text[] NOT NULL, trashed_at timestamptz
        );
        CREATE INDEX entry_created_at ON entry(created_at);
        CREATE INDEX entry_tags ON entry USING gin (tags);
        """

    private let directory: String
    private let child: ChildProcess
    private let cleanup: Cleanup

    init(_ run: BenchmarkRun, connections: Int) throws {
        cleanup = run.cleanup
        directory = try run.cleanup.newFolder("postgresql")
        let programs = try Self.programs()
        let user = try Self.unprivilegedUser(owning: directory)
        let log = directory + "/server.log"
        let environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C", "HOME": directory]
        let creation = try ChildProcess(
            user + [
                programs + "/initdb", "--pgdata", directory + "/data", "--username", "journal",
                "--auth", "trust", "--encoding", "UTF8", "--no-locale", "--no-sync",
            ],
            environment: environment,
            output: log,
            run.cleanup
        )
        guard creation.wait() else {
            let end = (try? String(contentsOfFile: log, encoding: .utf8))?.suffix(500) ?? ""
            throw BenchmarkError("initdb failed: \(end)")
        }
        let child = try ChildProcess(
            user + [
                programs + "/postgres", "-D", directory + "/data", "-k", directory, "-h", "",
                "-c", "fsync=on", "-c", "synchronous_commit=on",
                "-c", "max_connections=\(connections + 10)",
            ],
            environment: environment,
            output: log,
            // The signal of a shutdown that does not wait for clients.
            stopSignal: SIGINT,
            run.cleanup
        )
        self.child = child
        let connection = try retry(while: child, log: log) { try? connect() }
        try connection.execute(Self.schema)
    }

    func connect() throws -> PostgreSQLConnection { try PostgreSQLConnection(directory) }

    func stop() throws {
        guard child.stop() else { throw BenchmarkError("PostgreSQL failed to stop") }
        cleanup.remove(directory)
    }

    /// Returns the folder of the server programs, which Debian does not put on PATH.
    private static func programs() throws -> String {
        let root = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        guard let newest = versions.compactMap({ Int($0) }).max() else {
            throw BenchmarkError("PostgreSQL was not found; install the package postgresql")
        }
        return "\(root)/\(newest)/bin"
    }

    /// Returns the start of command lines of PostgreSQL, which root must not execute.
    private static func unprivilegedUser(owning directory: String) throws -> [String] {
        guard geteuid() == 0 else { return [] }
        guard let user = getpwnam("postgres") else {
            throw BenchmarkError("there is no user postgres; install the package postgresql")
        }
        chown(directory, user.pointee.pw_uid, user.pointee.pw_gid)
        return ["setpriv", "--reuid", "postgres", "--regid", "postgres", "--init-groups", "--"]
    }
}

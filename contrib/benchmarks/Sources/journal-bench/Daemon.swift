// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Glibc

/// A daemon of its own, with its store in a new folder.
final class Daemon {
    let directory: String
    let socket: String
    let store: String
    private let child: ChildProcess

    init(_ options: Options) throws {
        var template = Array("\(options.directory)/journal-bench-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw BenchmarkError("no folder can be made in \(options.directory)")
        }
        directory = String(
            decoding: template.dropLast().map(UInt8.init(bitPattern:)),
            as: UTF8.self
        )
        socket = directory + "/journal.sock"
        store = directory + "/journal.store"
        child = try ChildProcess(
            [options.daemon, "--store", store, "--socket", socket, "--log-level", "error"],
            environment: environment(directory: directory),
            output: directory + "/daemon.log"
        )
        try waitUntilListening()
    }

    /// Ends the daemon, which leaves everything in the store's own file.
    func stop() throws {
        child.terminate()
        guard child.wait() else {
            throw BenchmarkError("the daemon failed: \(directory)/daemon.log")
        }
    }

    /// Removes the folder.
    func removeFiles() {
        guard let folder = opendir(directory) else { return }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            unlink("\(directory)/\(name)")
        }
        rmdir(directory)
    }

    private func waitUntilListening() throws {
        let limit = now() + 10
        while now() < limit {
            if (try? LineConnection(socket)) != nil { return }
            usleep(2_000)
        }
        throw BenchmarkError("the daemon does not listen: \(directory)/daemon.log")
    }
}

/// The variables of every process that is measured: nothing of this user's own settings.
func environment(directory: String) -> [String: String] {
    [
        "HOME": directory, "PATH": "/usr/bin:/bin", "TZ": "Europe/Berlin", "LC_ALL": "C.UTF-8",
        "JOURNAL_SOCKET": directory + "/journal.sock", "JOURNAL_NO_SPAWN": "1",
    ]
}

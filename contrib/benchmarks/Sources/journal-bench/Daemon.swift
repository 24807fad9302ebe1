// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Glibc

/// A separate daemon with its store in a temporary folder.
final class Daemon {
    let directory: String
    let socket: String
    let store: String
    private let child: ChildProcess

    init(_ options: Options) throws {
        var template = Array("\(options.directory)/journal-bench-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw BenchmarkError("could not create a folder in \(options.directory)")
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

    /// Stops the daemon, which checkpoints the write-ahead log into the store file.
    func stop() throws {
        child.terminate()
        guard child.wait() else {
            throw BenchmarkError("the daemon failed; see \(directory)/daemon.log")
        }
    }

    /// Removes the temporary folder.
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
        let deadline = now() + 10
        while now() < deadline {
            if (try? LineConnection(socket)) != nil { return }
            usleep(2_000)
        }
        throw BenchmarkError(
            "the daemon did not start listening within 10 s; see \(directory)/daemon.log"
        )
    }
}

/// Returns the environment of the measured processes, without the settings of the current user.
func environment(directory: String) -> [String: String] {
    [
        "HOME": directory, "PATH": "/usr/bin:/bin", "TZ": "Europe/Berlin", "LC_ALL": "C.UTF-8",
        "JOURNAL_SOCKET": directory + "/journal.sock", "JOURNAL_NO_SPAWN": "1",
    ]
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import CSQLite
import Glibc

/// One execution of the workloads, with its report.
final class BenchmarkRun {
    /// All workloads, in the order in which they run.
    static let workloads: [any Workload] = [
        Creates(name: "plain", isTagged: false),
        Creates(name: "creates", isTagged: true),
        Processes(),
        Fanout(),
        WriterReply(),
        Batches(),
        EntryLists(),
        Queries(),
        Searches(),
        FirstAnswer(),
        ResidentMemory(),
        LargeStoreCreates(),
    ]

    let options: Options
    let cleanup: Cleanup
    var report = Report()
    private var cachedStore: LargeStore?

    init(_ options: Options, _ cleanup: Cleanup) {
        self.options = options
        self.cleanup = cleanup
    }

    /// Runs the selected workloads and prints the report.
    func run() throws {
        let selected = Self.workloads.filter {
            options.only.isEmpty || options.only.contains($0.name)
        }
        let unknown = options.only.filter { name in !Self.workloads.contains { $0.name == name } }
        guard unknown.isEmpty else {
            let names = Self.workloads.map(\.name).joined(separator: ", ")
            throw BenchmarkError(
                "unknown workload \(unknown.joined(separator: ", ")); use \(names)"
            )
        }
        report.say(
            "SQLite \(String(cString: sqlite3_libversion())), "
                + "\(sysconf(Int32(_SC_NPROCESSORS_ONLN))) processors, files in "
                + "\(options.directory), \(options.rounds) rounds, \(options.entries) entries"
        )
        for workload in selected { try workload.run(in: self) }
        report.printGoals()
    }

    /// Returns the large store, which the first call fills.
    ///
    /// No daemon uses it between workloads.
    func largeStore() throws -> LargeStore {
        if let cachedStore { return cachedStore }
        let store = try LargeStore(filledIn: self)
        cachedStore = store
        return store
    }
}

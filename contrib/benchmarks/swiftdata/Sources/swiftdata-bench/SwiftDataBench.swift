// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation

/// Compares SwiftData with plain SQLite and with GRDB.
///
/// The arguments are `--repetitions N` (3), `--library NAME`, and words of the names of workloads;
/// without a word, all workloads run.
@main
struct SwiftDataBench {
    static func main() {
        do {
            let options = try Options(Array(CommandLine.arguments.dropFirst()))
            for workload in Workload.all where options.selects(workload) {
                try Comparison(workload: workload, options: options).run()
            }
            print("\npeak memory of the process: \(try PeakMemory.megabytes()) MB")
        } catch {
            FileHandle.standardError.write(Data("swiftdata-bench: \(error)\n".utf8))
            exit(1)
        }
    }
}

extension Workload {
    static let all = [
        insertItems, insertBooks, fetchItems, fetchBooks, fetchByIdentifier, updateItems,
        findOrCreate, deleteOwners, saveOne, translatePredicates, insertInBatches,
    ]
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import Glibc
internal import JournalProtocol
internal import SwiftData

extension StoreCompact: WriteStep {
    var isLong: Bool { true }

    func run(in context: WriteContext) throws -> WriteProgress {
        let before = Self.size(of: context.models.container)
        let cursor = context.cursor
        return .committed(then: .compaction) { container in
            let size = Self.size(of: container)
            return Reply(formerSize: before, size: size, cursor: cursor).json
        }
    }

    /// Returns the size of the file and its log; 0 of a store in memory.
    private static func size(of container: ModelContainer) -> Int64 {
        let files = container.configurations.filter { !$0.isStoredInMemoryOnly }
            .map { $0.url.path(percentEncoded: false) }
        return files.flatMap { [$0, $0 + "-wal"] }.reduce(0) { sum, path in
            var status = stat()
            return stat(path, &status) == 0 ? sum + Int64(status.st_size) : sum
        }
    }
}

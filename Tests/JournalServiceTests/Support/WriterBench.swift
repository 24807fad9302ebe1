// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import JournalProtocol
import Logging
import SwiftData
import Testing

@testable import JournalService

/// A store in memory and the context of a writer.
struct WriterBench {
    let container: ModelContainer
    let context: WriteContext
    static let now = Date(milliseconds: 1_795_225_767_148)

    init(
        _ container: ModelContainer? = nil,
        clock: @escaping () -> Date = { WriterBench.now }
    ) throws {
        self.container = try container ?? JournalContainer.inMemory()
        let container = self.container
        context = WriteContext(
            ModelContext(container),
            epoch: "e",
            revision: 0,
            clock: clock
        )
    }

    /// Commits jobs in one transaction, without completing long writes.
    func commit(_ jobs: [WriterJob], isObserved: Bool = false) -> WriterReport {
        var backlog = WriterBacklog()
        return commit(jobs, &backlog, isObserved: isObserved)
    }

    /// Commits jobs in one transaction.
    func commit(
        _ jobs: [WriterJob],
        _ backlog: inout WriterBacklog,
        isObserved: Bool = false
    ) -> WriterReport {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        var batch = WriteBatch(
            context: context,
            isObserved: isObserved,
            logger: logger,
            backlog: backlog
        )
        defer { backlog = batch.backlog }
        return batch.commit(jobs)
    }

    func count() throws -> Int {
        try ModelContext(container).fetchCount(FetchDescriptor<Entry>())
    }
}

func writerJob(_ method: some WriteStep, number: UInt64 = 1) -> WriterJob {
    .command(method, ReplyToken(connection: 1, request: RequestToken(number: number)))
}

extension WriterReport {
    var kinds: [ErrorKind?] {
        replies.map { _, outcome in
            if case .failure(let error) = outcome { error.kind } else { nil }
        }
    }

    func revision(_ index: Int) throws -> Int64 {
        try EntryWritten(json: replies[index].1.get()).revision
    }
}

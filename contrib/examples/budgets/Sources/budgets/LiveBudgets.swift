// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Hummingbird
import ServiceLifecycle
import SwiftData

/// The budgets as server-sent events: all of them at first, then each that changes.
struct LiveBudgets: AsyncSequence, Sendable {
    let container: ModelContainer

    func makeAsyncIterator() -> Iterator {
        let newestLast = FetchDescriptor<Budget>(sortBy: [SortDescriptor(\.lastChange)])
        let differences = ResultsDifferences(of: newestLast, modelContainer: container)
        return Iterator(differences: differences.makeAsyncIterator(), container: container)
    }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate var differences: ResultsDifferences<Budget>.AsyncIterator
        fileprivate let container: ModelContainer
        /// The ids that were sent, because the values of deleted budgets are gone.
        private var ids: [PersistentIdentifier: UUID] = [:]

        fileprivate init(
            differences: ResultsDifferences<Budget>.AsyncIterator,
            container: ModelContainer
        ) {
            self.differences = differences
            self.container = container
        }

        /// Waits for changes; returns their events, or nil if the task was cancelled.
        mutating func next() async throws -> String? {
            guard let difference = try await differences.next() else { return nil }
            let deleted = difference.deletions.compactMap { ids.removeValue(forKey: $0.identifier) }
            let changed = try changedBudgets(in: difference)
            let events =
                deleted.map { "event: delete\ndata: {\"id\":\"\($0)\"}\n\n" }
                + (try changed.map { "event: change\ndata: \(try json($0))\n\n" })
            return events.joined()
        }

        private mutating func changedBudgets(
            in difference: ResultsDifference
        ) throws -> [BudgetOutput] {
            let changed =
                difference.insertions.map(\.identifier) + difference.moves.map(\.identifier)
                + difference.updates.map(\.identifier)
            let context = ModelContext(container)
            let descriptor = FetchDescriptor<Budget>(
                predicate: #Predicate { changed.contains($0.persistentModelID) },
                sortBy: [SortDescriptor(\.lastChange)]
            )
            let budgets = try context.fetch(descriptor)
            for budget in budgets { ids[budget.persistentModelID] = budget.id }
            return try context.outputs(of: budgets)
        }

        private func json(_ budget: BudgetOutput) throws -> String {
            String(decoding: try JSONEncoder().encode(budget), as: UTF8.self)
        }
    }

    /// Returns an answer with a body that ends with the connection or the service.
    func response(to request: Request) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-cache"],
            body: ResponseBody { writer in
                try await request.body.consumeWithCancellationOnInboundClose { _ in
                    for try await events in self.cancelOnGracefulShutdown() {
                        try await writer.write(ByteBuffer(string: events))
                    }
                }
                try await writer.finish(nil)
            }
        )
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import JournalProtocol
internal import SwiftData

/// The start of a subscription.
struct SubscriptionStart: Sendable {
    var filter: SubscriptionFilter
    var mode: Subscribe.Mode
    /// The commit after which changes are sent.
    var position: Int64

    /// Resolves the names of the filter and determines the mode, for the request of a connection.
    static func prepare(
        _ request: Subscribe,
        from connection: Int,
        in context: ReadContext
    ) throws -> SubscriptionStart {
        let filter = try SubscriptionFilter(request, from: connection, in: context)
        let present = context.cursor.revision
        if request.snapshot {
            return SubscriptionStart(filter: filter, mode: .snapshot, position: present)
        }
        guard let since = request.since?.revision else {
            return SubscriptionStart(filter: filter, mode: .delta, position: present)
        }
        let floor = try context.models.container.historyBounds().floor
        return since >= floor
            ? SubscriptionStart(filter: filter, mode: .delta, position: since)
            : SubscriptionStart(filter: filter, mode: .reset, position: present)
    }
}

extension SubscriptionFilter {
    /// Resolves the names in the request of a connection.
    init(_ request: Subscribe, from connection: Int, in context: ReadContext) throws {
        let search = try request.query.map {
            try SearchRun($0, options: request.options, filter: request.filter, in: context)
        }
        self.init(
            selection: try search?.selection ?? context.selection(request.filter),
            words: search?.words,
            ignoredOrigin: request.noEcho ? connection : nil,
            isEverything: request.filter.isEmpty && request.query == nil,
            include: request.include
        )
    }
}

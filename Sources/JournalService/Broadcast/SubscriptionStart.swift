// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import JournalProtocol
internal import SwiftData

/// Where a subscription begins.
struct SubscriptionStart: Sendable {
    var interest: Subscription.Interest
    var mode: Subscribe.Mode
    /// The commit after which changes are told.
    var position: Int64

    /// Looks up the names of the filter and how far history reaches back.
    static func prepare(_ request: Subscribe, from desk: ReadDesk) throws -> SubscriptionStart {
        let interest = Subscription.Interest(
            selection: try desk.selection(request.filter),
            isEverything: request.filter.isEmpty,
            include: request.include
        )
        let present = desk.cursor.revision
        if request.snapshot {
            return SubscriptionStart(interest: interest, mode: .snapshot, position: present)
        }
        guard let since = request.since?.revision else {
            return SubscriptionStart(interest: interest, mode: .delta, position: present)
        }
        let floor = try desk.context.container.historyBounds().floor
        return since >= floor
            ? SubscriptionStart(interest: interest, mode: .delta, position: since)
            : SubscriptionStart(interest: interest, mode: .reset, position: present)
    }
}

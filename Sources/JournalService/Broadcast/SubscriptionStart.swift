// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import JournalProtocol
internal import SwiftData

/// Where a subscription begins and what it is told first.
struct SubscriptionStart: Sendable {
    var interest: Subscription.Interest
    var mode: Subscribe.Mode
    /// The commit after which changes are told.
    var position: Int64
    /// Everything that matches, when that was asked for.
    var snapshot: [ChangeItem] = []
    /// The revisions of what the snapshot shows in a newer state than `position`.
    var shownRevisions: [String: Int64] = [:]

    /// Looks up the names of the filter and how far history reaches back.
    static func prepare(_ request: Subscribe, from desk: ReadDesk) throws -> SubscriptionStart {
        let interest = Subscription.Interest(
            selection: try desk.selection(request.filter),
            isEverything: request.filter.isEmpty,
            include: request.include
        )
        let present = desk.cursor.revision
        if request.snapshot { return try snapshot(interest, at: present, from: desk) }
        guard let since = request.since?.revision else {
            return SubscriptionStart(interest: interest, mode: .delta, position: present)
        }
        let floor = try desk.context.container.historyBounds().floor
        return since >= floor
            ? SubscriptionStart(interest: interest, mode: .delta, position: since)
            : SubscriptionStart(interest: interest, mode: .reset, position: present)
    }

    private static func snapshot(
        _ interest: Subscription.Interest,
        at present: Int64,
        from desk: ReadDesk
    ) throws -> SubscriptionStart {
        var start = SubscriptionStart(interest: interest, mode: .snapshot, position: present)
        if interest.isEverything { start.snapshot += try names(in: desk.context) }
        var place: EntryListing.Place?
        repeat {
            let listing = EntryListing(interest.selection, order: .oldest, limit: 256, after: place)
            let entries = try desk.context.fetch(listing.descriptor)
            place = entries.last.map { EntryListing.Place(of: $0) }
            for entry in entries { start.show(entry) }
        } while place != nil
        return start
    }

    private static func names(in context: ModelContext) throws -> [ChangeItem] {
        func item(_ kind: ChangeItem.Kind, _ id: String, _ revision: Int, _ name: String)
            -> ChangeItem
        {
            ChangeItem(
                operation: .create,
                kind: kind,
                id: id,
                revision: Int64(revision),
                name: name
            )
        }
        let notebooks = try context.fetch(FetchDescriptor<Notebook>())
            .map { item(.notebook, $0.uuid.text, $0.revision, $0.name) }
        let tags = try context.fetch(FetchDescriptor<Tag>())
            .map { item(.tag, $0.uuid.text, $0.revision, $0.name) }
        return notebooks + tags
    }

    private mutating func show(_ entry: Entry) {
        let revision = Int64(entry.revision)
        let id = entry.uuid.text
        if revision > position { shownRevisions[id] = revision }
        snapshot.append(
            ChangeItem(
                operation: .create,
                kind: .entry,
                id: id,
                revision: revision,
                entry: entry.record(interest.include)
            )
        )
    }
}

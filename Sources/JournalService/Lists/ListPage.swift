// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import JournalProtocol
internal import SwiftData

/// The entries of a live list, read from the store as of one commit.
struct ListPage: Sendable {
    let filter: SubscriptionFilter
    /// The rows by time, up to the capacity of the list.
    let rows: [ListRow]
    /// The commit.
    let position: Int64

    /// Reads the entries on a reader thread.
    ///
    /// Entries are converted to rows in batches, so that few of them are in memory together.
    ///
    /// - Parameters:
    ///   - request: The criteria and the order.
    ///   - capacity: The maximum number of entries.
    ///   - context: The context; a notebook that does not exist is an error unless it allows that.
    /// - Returns: The entries.
    /// - Throws: `ProtocolError`, `JournalError` or the error of the store.
    static func read(
        _ request: ListOpen,
        capacity: Int,
        in context: ReadContext
    ) throws -> ListPage {
        try context.models.readSnapshot(isSearched: request.query != nil) { position in
            let search = try request.query.map {
                try SearchRun($0, options: request.options, filter: request.filter, in: context)
            }
            let selection = try search?.selection ?? context.selection(request.filter)
            let scan = try TextScan(search?.words, selection: selection, in: context)
            let found =
                try scan?.identifiers(in: context)
                ?? search?.words.map { words in
                    let search = SearchDescriptor<Entry>(words, filter: selection.predicate)
                    return try context.models.searchIdentifiers(search).map(\.identifier)
                }
            let rows = try rows(
                // The scan has tested the text already.
                scan == nil ? selection : selection.withoutTextTests,
                among: found,
                for: request,
                capacity: capacity,
                in: context
            )
            let filter = SubscriptionFilter(
                selection: selection,
                words: search?.words,
                isEverything: false,
                include: request.include
            )
            return ListPage(filter: filter, rows: rows, position: position)
        }
    }

    /// Reads entries in batches; only some of them if their identifiers are passed.
    private static func rows(
        _ selection: EntrySelection,
        among found: [PersistentIdentifier]?,
        for request: ListOpen,
        capacity: Int,
        in context: ReadContext
    ) throws -> [ListRow] {
        let page = try PagedReply(
            after: EntryListing.Position?.none,
            limit: .init(count: capacity),
            fetch: { position, count in
                let listing = EntryListing(
                    selection,
                    order: request.order == .newest ? .newest : .oldest,
                    limit: count,
                    after: position,
                    among: found
                )
                return try listing.fetch(in: context.models) { descriptor in
                    descriptor.relationshipKeyPathsForPrefetching = [\.tags]
                    guard request.include == .ids else { return }
                    descriptor.propertiesToFetch = [\.uuid, \.revision, \.createdAt, \.localDay]
                }
                .marked(for: request.include, in: context.models)
            },
            encode: { ListRow($0, including: request.include) },
            byteCount: \.byteCount,
            advance: { _, marked in EntryListing.Position(of: marked.entry) }
        )
        return page.items
    }
}

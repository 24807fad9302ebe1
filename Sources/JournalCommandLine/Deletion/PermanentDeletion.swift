// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol

/// The work of the commands that delete entries permanently.
package struct PermanentDeletion {
    private static let shownCount = 10
    private let context: CommandContext

    /// Creates a deletion for a run.
    package init(_ context: CommandContext) { self.context = context }

    /// Deletes entries, and prints their number and what still contains them.
    ///
    /// - Throws: `interrupted` if a signal has ended the deletion early.
    package func purge(_ entries: [EntryReference]) throws(ClientError) {
        var written = EntryPurge.Reply(purgedCount: 0, cursor: try cursor())
        var rest = entries[...]
        while !rest.isEmpty {
            let part = rest.prefix(Limits.batch)
            rest = rest.dropFirst(part.count)
            do throws(ClientError) {
                let reply = try delete(EntryPurge(ids: Array(part), isFollowed: !rest.isEmpty))
                written.purgedCount += reply.purgedCount
                written.cursor = reply.cursor
            } catch {
                throw written.purgedCount > 0 ? Self.adviceOnErasure(error) : error
            }
        }
        try show(written, stored: "\(Self.entries(written.purgedCount)) were deleted permanently")
    }

    /// Empties the trash, and prints the number of entries and what still contains them.
    ///
    /// - Parameter before: The instant before which the entries were moved into the trash; nil for
    ///   all of them.
    /// - Throws: `interrupted` if a signal has ended the deletion early.
    package func emptyTrash(before: Timestamp?) throws(ClientError) {
        let written = try delete(TrashEmpty(before: before))
        try show(written, stored: "the trash was emptied")
    }

    private func delete<Call: MethodCall>(_ call: Call) throws(ClientError) -> EntryPurge.Reply
    where Call.Reply == EntryPurge.Reply {
        do throws(ClientError) {
            return try Interruption.delayed { () throws(ClientError) in
                try context.client.call(call)
            }
        } catch {
            guard error.cause?.kind == .cancelled else { throw error }
            throw Self.adviceOnErasure(
                Interruption.error("some of the entries were deleted permanently")
            )
        }
    }

    private static func adviceOnErasure(_ error: ClientError) -> ClientError {
        let advice = "To overwrite what they have left in the store: journal trash empty"
        return error.advice?.contains(advice) == true ? error : error.adding(advice)
    }

    private func cursor() throws(ClientError) -> Cursor {
        try context.client.call(Hello(clientName: "journal")).cursor
    }

    private func show(_ written: EntryPurge.Reply, stored: String) throws(ClientError) {
        context.show(
            "deleted \(Self.entries(written.purgedCount)) permanently",
            written.json,
            stored: stored
        )
        guard written.purgedCount > 0, let store = try context.client.call(Status()).store else {
            return
        }
        let copies = StoreCopies(of: store, in: context).paths
        guard !copies.isEmpty else { return }
        try context.output.flush()
        StandardError.say("journal: these copies may still contain what was deleted:")
        for path in copies.prefix(Self.shownCount) { StandardError.say("  \(path)") }
        let rest = copies.count - Self.shownCount
        if rest > 0 { StandardError.say("  and \(rest) more") }
    }

    /// Returns a number of entries in words.
    package static func entries(_ count: Int) -> String {
        count == 1 ? "1 entry" : "\(count) entries"
    }
}

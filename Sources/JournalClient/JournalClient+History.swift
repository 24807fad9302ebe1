// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

extension JournalClient {
    /// Returns the entries that were created after a position, with their present revisions.
    ///
    /// An entry that is in the trash may be missing, and one that was restored from it may be
    /// included. If the history does not reach back to the position, there are none.
    package func entriesCreated(since cursor: Cursor) throws(ClientError) -> [EntryID: Int64] {
        let reply = try subscribe(Subscribe(since: cursor))
        _ = try call(Flush())
        var isComplete = reply.mode == .delta
        var first: [String: ChangeItem.Operation] = [:]
        var revisions: [String: Int64] = [:]
        while let notification = try pendingNotification() {
            switch notification.method {
            case Changes.method:
                for item in try notification.content(Changes.self).items where item.kind == .entry {
                    if first[item.id] == nil { first[item.id] = item.operation }
                    revisions[item.id] = item.revision
                }
            case Reset.method, End.method: isComplete = false
            default: continue
            }
        }
        _ = try call(Unsubscribe(subscription: reply.subscription))
        guard isComplete else { return [:] }
        var created: [EntryID: Int64] = [:]
        for (id, revision) in revisions where first[id] == .create {
            if let id = EntryID(id) { created[id] = revision }
        }
        return created
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalProtocol

extension Batch: WriteMethod {
    func apply(in context: WriteContext) throws -> Reply {
        context.isBatch = true
        try context.lookUp(newEntries)
        var results: [JSON] = []
        results.reserveCapacity(calls.count)
        var room = Limits.replyContent
        for (index, call) in calls.enumerated() {
            context.heartbeat?.reportProgress()
            do {
                let method = try DecodedRequest.batchable(call.method, call.params)
                results.append(Self.fit(try method.runToEnd(in: context), into: &room))
            } catch {
                throw ProtocolError.batchFailed(
                    index: index,
                    cause: ProtocolError(describing: error)
                )
            }
        }
        return Reply(results: results, cursor: context.cursor)
    }

    /// The ids that clients chose for new entries.
    private var newEntries: [UUID] {
        calls.compactMap { call in
            guard call.method == .entryCreate else { return nil }
            return call.params["id"]?.stringValue.flatMap(EntryID.init)?.uuid
        }
    }

    /// Returns a result, without its entry if the reply has no room for it.
    private static func fit(_ result: JSON, into room: inout Int) -> JSON {
        guard case .object(var members) = result, let entry = members["entry"] else {
            return result
        }
        let size = entry.serialized().count
        guard size <= room else {
            members["entry"] = nil
            return .object(members)
        }
        room -= size
        return result
    }
}

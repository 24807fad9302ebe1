// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalProtocol

extension Batch: WriteMethod {
    /// The length in bytes that is kept for each later result, which may lack its entry.
    private static let shortResultLength = 256

    func apply(in context: WriteContext) throws -> Reply {
        context.isBatch = true
        try context.lookUp(newEntries)
        var results: [JSON] = []
        results.reserveCapacity(calls.count)
        var length = 0
        for (index, call) in calls.enumerated() {
            context.heartbeat?.reportProgress()
            do {
                let method = try DecodedRequest.batchable(call.method, params: call.params)
                var result = try method.runToEnd(in: context)
                let reserve = (calls.count - index - 1) * Self.shortResultLength
                Self.fit(&result, into: Limits.replyContent - reserve, after: &length)
                results.append(result)
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

    /// Removes the entry from a result if the reply has no room for it.
    ///
    /// - Parameters:
    ///   - result: The result.
    ///   - room: The length that the results may have so far, in bytes.
    ///   - length: The length of the results before; then including this one.
    private static func fit(_ result: inout JSON, into room: Int, after length: inout Int) {
        var size = result.serialized().count + 1
        if length + size > room, case .object(var members) = result, members["entry"] != nil {
            members["entry"] = nil
            result = .object(members)
            size = result.serialized().count + 1
        }
        length += size
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

extension Batch: WriteMethod {
    func apply(at desk: WriteDesk) throws -> Reply {
        // A retry of the whole batch for one id that is taken could change what its other calls see.
        desk.isCareful = true
        var results: [JSON] = []
        results.reserveCapacity(calls.count)
        var room = Limits.reply - 4096
        for (index, call) in calls.enumerated() {
            do {
                let method = try ServiceCall.write(call.method, call.params)
                results.append(Self.fit(try method.answer(at: desk), into: &room))
            } catch {
                throw ProtocolError.batchFailed(
                    index: index,
                    cause: ProtocolError(describing: error)
                )
            }
        }
        return Reply(results: results, cursor: desk.cursor)
    }

    /// The result without its entry if there is no room for that.
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

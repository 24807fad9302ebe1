// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

extension Batch: WriteMethod {
    func apply(at desk: WriteDesk) throws -> Reply {
        // A retry of the whole batch for one id that is taken could change what its other calls see.
        desk.isCareful = true
        var results: [JSON] = []
        results.reserveCapacity(calls.count)
        for (index, call) in calls.enumerated() {
            do {
                let method = try ServiceCall.write(call.method, call.params)
                results.append(try method.answer(at: desk))
            } catch {
                throw ProtocolError.batchFailed(
                    index: index,
                    cause: ProtocolError(describing: error)
                )
            }
        }
        return Reply(results: results, cursor: desk.cursor)
    }
}

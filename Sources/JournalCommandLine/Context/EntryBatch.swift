// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol

/// Writes to any number of entries, several in each transaction.
///
/// If one of them fails, the others of its transaction are repeated one by one, so that each entry
/// has a result of its own.
package struct EntryBatch {
    private static let maximumCount = 200
    private static let maximumLength = 1 << 20
    private let client: JournalClient

    /// Called after each transaction with the indices of its calls and their results.
    package var transactionEnded: (Range<Int>, [Result<EntryWritten, ClientError>]) -> Void = {
        _,
        _ in
    }

    /// Creates a batch that writes through a client.
    package init(client: JournalClient) { self.client = client }

    /// Executes calls that write entries.
    ///
    /// - Returns: A result for each call. After a failure that is not about one entry, such as a
    ///   lost connection or an interruption, all remaining calls have this failure.
    package func run(_ calls: [Batch.Call]) -> [Result<EntryWritten, ClientError>] {
        var results: [Result<EntryWritten, ClientError>] = []
        var rest = calls[...]
        while !rest.isEmpty {
            let chunk = Self.chunk(of: rest)
            do throws(ClientError) {
                guard !Interruption.isRequested else {
                    throw Interruption.error("\(results.count) of \(calls.count) were tried")
                }
                let written = try write(Array(chunk))
                transactionEnded(results.count..<results.count + written.count, written)
                results += written
            } catch {
                return results + rest.map { _ in .failure(error) }
            }
            rest = rest.dropFirst(chunk.count)
        }
        return results
    }

    /// Returns the first calls, as many as fit into a transaction.
    private static func chunk(of calls: ArraySlice<Batch.Call>) -> ArraySlice<Batch.Call> {
        var length = 0
        let count = calls.prefix(maximumCount).prefix { call in
            length += call.params["text"]?.stringValue?.utf8.count ?? 0
            return length <= maximumLength
        }.count
        return calls.prefix(max(1, count))
    }

    private func write(
        _ calls: [Batch.Call]
    ) throws(ClientError) -> [Result<EntryWritten, ClientError>] {
        if calls.count > 1 {
            do throws(ClientError) {
                let reply = try client.call(Batch(calls: calls))
                return try reply.results.map { json throws(ClientError) in
                    .success(try Self.written(json))
                }
            } catch {
                guard error.cause?.kind == .batchFailed else { throw error }
            }
        }
        var results: [Result<EntryWritten, ClientError>] = []
        for call in calls {
            do throws(ClientError) {
                let json = try client.call(call)
                results.append(.success(try Self.written(json)))
            } catch {
                guard error.code == .refused else { throw error }
                results.append(.failure(error))
            }
        }
        return results
    }

    private static func written(_ json: JSON) throws(ClientError) -> EntryWritten {
        do {
            return try EntryWritten(json: json)
        } catch {
            throw ClientError(
                .malformedReply,
                "unexpected reply from the daemon: \(error.message(root: "result"))"
            )
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The position of the next page of a listing; opaque to clients.
///
/// It contains the store's epoch and a hash of the query, so that a cursor from another store or
/// another query is rejected rather than misinterpreted.
package struct PageCursor: Sendable, Hashable {
    /// The identity of the store's history.
    package var epoch: String
    /// The hash of the query, from `digest(of:)`.
    package var queryHash: UInt64
    /// The sort key of the last row of the previous page, in a form private to the daemon.
    package var position: [Int64]

    /// Creates a cursor into the results of a query.
    package init(epoch: String, queryHash: UInt64, position: [Int64]) {
        self.epoch = epoch
        self.queryHash = queryHash
        self.position = position
    }

    /// Parses `<epoch>/<query hash>/<number>/<number>…`.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count >= 3, !parts[0].isEmpty, let queryHash = UInt64(parts[1], radix: 16)
        else { return nil }
        var position: [Int64] = []
        for part in parts[2...] {
            guard let number = Int64(part) else { return nil }
            position.append(number)
        }
        self.init(epoch: String(parts[0]), queryHash: queryHash, position: position)
    }

    /// Returns the FNV-1a hash of a query, which detects mistakes but not tampering.
    package static func digest(of query: JSON) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in query.serialized() {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return hash
    }
}

extension PageCursor: CustomStringConvertible {
    package var description: String {
        ([epoch, String(queryHash, radix: 16)] + position.map { String($0) })
            .joined(separator: "/")
    }
}

extension PageCursor: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) {
        let text = try String(json: json)
        guard let cursor = PageCursor(text) else {
            throw InvalidParams("invalid page cursor \"\(text)\"", kind: .cursorInvalid)
        }
        self = cursor
    }

    package var json: JSON { .string(description) }
}

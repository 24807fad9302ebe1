// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A place in the history of one or more stores.
public protocol HistoryToken: Comparable, Decodable, Encodable, Hashable, Identifiable, Sendable {
    /// What tells the places apart.
    associatedtype TokenType: Decodable, Encodable, Hashable, Sendable
    /// What tells the places apart.
    var tokenValue: TokenType? { get }
}

extension HistoryToken {
    /// The store that the token is of; of several the first by name, of none the empty text.
    public var storeIdentifier: String {
        (tokenValue as? [String: Int64])?.keys.min() ?? ""
    }
}

/// A place in the history of stores of ours: the number of a transaction for each store.
public struct DefaultHistoryToken: HistoryToken {
    /// Numbers of transactions by store identifier.
    public typealias TokenType = [String: Int64]

    let positions: [String: Int64]
    /// Tells tokens apart within this process.
    public var id: Int { hashValue }
    /// The numbers of transactions by store identifier.
    public var tokenValue: [String: Int64]? { positions }

    init(_ positions: [String: Int64]) { self.positions = positions }

    private enum CodingKeys: String, CodingKey { case positions = "tokenValue" }

    /// Decodes what `encode(to:)` wrote.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        positions = try container.decode([String: Int64].self, forKey: .positions)
    }

    /// Encodes the token for another run of the program.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(positions, forKey: .positions)
    }

    /// Whether the left place comes before the right one in the first store, by name, in which they
    /// differ; stores that only one of them knows don't count, unless they have none in common.
    public static func < (lhs: DefaultHistoryToken, rhs: DefaultHistoryToken) -> Bool {
        let common = Set(lhs.positions.keys).intersection(rhs.positions.keys)
        let stores = common.isEmpty ? Set(lhs.positions.keys).union(rhs.positions.keys) : common
        for store in stores.sorted() {
            let (left, right) = (lhs.positions[store] ?? 0, rhs.positions[store] ?? 0)
            if left != right { return left < right }
        }
        return false
    }
}

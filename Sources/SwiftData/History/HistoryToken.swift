// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A position in the history of one or more stores.
public protocol HistoryToken: Comparable, Decodable, Encodable, Hashable, Identifiable, Sendable {
    /// A type that represents the position.
    associatedtype TokenType: Decodable, Encodable, Hashable, Sendable
    /// The position that the token represents.
    var tokenValue: TokenType? { get }
    /// The identifier of the store.
    var storeIdentifier: String { get }
}

extension HistoryToken {
    /// The identifier of the store; by default, the first key of the position in sort order, or
    /// empty for another type of position.
    public var storeIdentifier: String {
        (tokenValue as? [String: Int64])?.keys.min() ?? ""
    }
}

/// A position in the history of SQLite stores: one transaction number for each store.
public struct DefaultHistoryToken: HistoryToken {
    /// Transaction numbers, keyed by store identifier.
    public typealias TokenType = [String: Int64]

    let positions: [String: Int64]
    /// The store to compare positions of, or `nil` for all stores.
    private(set) var comparedStore: String?
    /// A value that distinguishes tokens within this process.
    public var id: Int { hashValue }
    /// The transaction numbers, keyed by store identifier.
    public var tokenValue: [String: Int64]? { positions }

    init(_ positions: [String: Int64]) { self.positions = positions }

    /// Creates the position of a transaction of a store, which is compared with other positions in
    /// this store only.
    init(ofTransaction number: Int64, in store: String) {
        positions = [store: number]
        comparedStore = store
    }

    private enum CodingKeys: String, CodingKey { case positions = "tokenValue" }

    /// Creates a token from its encoded form.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        positions = try container.decode([String: Int64].self, forKey: .positions)
    }

    /// Encodes the token; the encoded form remains valid in later runs of the program.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(positions, forKey: .positions)
    }

    /// Returns whether two positions are the same in all stores.
    public static func == (lhs: DefaultHistoryToken, rhs: DefaultHistoryToken) -> Bool {
        lhs.positions == rhs.positions
    }

    /// Hashes the position.
    public func hash(into hasher: inout Hasher) { hasher.combine(positions) }

    /// Returns whether one position precedes another.
    ///
    /// The first store, in sort order, with different positions decides. Stores that only one token
    /// contains are ignored, unless the tokens have no store in common. In a predicate over
    /// transactions, the store of the transaction decides.
    public static func < (lhs: DefaultHistoryToken, rhs: DefaultHistoryToken) -> Bool {
        if let store = lhs.comparedStore ?? rhs.comparedStore {
            return (lhs.positions[store] ?? 0) < (rhs.positions[store] ?? 0)
        }
        let common = Set(lhs.positions.keys).intersection(rhs.positions.keys)
        let stores = common.isEmpty ? Set(lhs.positions.keys).union(rhs.positions.keys) : common
        for store in stores.sorted() {
            let (left, right) = (lhs.positions[store] ?? 0, rhs.positions[store] ?? 0)
            if left != right { return left < right }
        }
        return false
    }
}

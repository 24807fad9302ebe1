// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A parameter of a statement that the query supplies a value for.
enum QueryParameter: Hashable, Sendable {
    /// A value of the query's template, by its index.
    case value(Int)
    /// The only key of the scope, or the key of the owner of the relationship that is read.
    case key
    /// The keys of the scope, as a JSON array without duplicates.
    case keys
    /// A value of the condition on the foreign keys of the scope's rows, by its index.
    case foreignKey(Int)
    case limit
    case offset
}

extension FetchQuery {
    /// Returns the value of a parameter of the query's statement.
    func value(of parameter: QueryParameter) -> _ColumnValue {
        switch parameter {
        case .value(let index): return value(at: index)
        case .limit: return .integer(Int64(limit.map { max($0, 0) } ?? -1))
        case .offset: return .integer(Int64(skippedCount))
        case .key, .keys, .foreignKey: break
        }
        switch scope {
        case .keys(let keys) where parameter == .keys: return JSONArray.text(ofDistinct: keys)
        case .keys(let keys): return keys.first.map { .integer($0) } ?? .null
        case .referring(let keys, _):
            guard case .foreignKey(let index) = parameter else { return .null }
            return keys.values[index]
        case .related(let key, _, _): return .integer(key)
        case .all: return .null
        }
    }
}

extension KeyCondition {
    /// The values of the parameters in the statement.
    var values: [_ColumnValue] {
        switch self {
        case .range(let range): [.integer(range.lowerBound), .integer(range.upperBound)]
        case .list(let keys): [JSONArray.text(ofDistinct: keys)]
        }
    }
}

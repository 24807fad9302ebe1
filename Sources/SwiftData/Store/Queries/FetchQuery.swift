// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A fetch that refers to entities and properties instead of types and key paths.
struct FetchQuery {
    /// The candidate rows of a fetch.
    enum Scope {
        /// All rows of the entity.
        case all
        /// The rows with these primary keys.
        case keys([Int64])
        /// The rows that a model's relationship refers to, in the relationship's order.
        case related(to: Int64, by: PropertyDescription, of: EntityDescription)
        /// The rows that refer to one of these keys by a to-one relationship, in the order of their
        /// own keys.
        case referring(to: KeyCondition, by: PropertyDescription)
    }

    let entity: EntityDescription
    /// The template with the criteria of the query; nil for a query without a template.
    private(set) var template: QueryTemplate?
    /// The values of the parameters of the template.
    private var values: [_ColumnValue] = []
    /// The descriptor from which the query was translated; nil for a query of the framework, and
    /// for a store that is not a custom one.
    ///
    /// It describes the query only with the scope `.all`.
    var descriptor: (any FetchDescribing)?
    /// Why the descriptor has no translation; only a custom store can answer such a query.
    var untranslated: SwiftDataError?
    var scope = Scope.all
    /// The condition on the rows and their order; nil for all rows of the entity in any order.
    private var criteria: RowCriteria?
    var limit: Int?
    var offset: Int?
    /// The properties to read; `nil` for all.
    var properties: PropertySet?
    /// Whether values that cannot be decoded become unloaded, and values in external files are
    /// omitted.
    ///
    /// If false, every value is loaded, or the fetch throws.
    var isLenient = true

    init(_ entity: EntityDescription) { self.entity = entity }

    /// Creates a query from a template and the values of its parameters.
    init(_ template: QueryTemplate, values: [_ColumnValue]) {
        entity = template.entity
        self.template = template
        self.values = values
        criteria = template.criteria
    }
}

extension FetchQuery {
    /// The names of the classes to fetch; `nil` for all classes of the entity.
    var classNames: [String]? {
        get { criteria?.classNames }
        set { replaceCriteria(RowCriteria(newValue, filter: filter, order: order)) }
    }
    /// The condition on the rows; nil for all rows.
    var filter: QueryExpression? {
        get { criteria?.filter }
        set { replaceCriteria(RowCriteria(classNames, filter: newValue, order: order)) }
    }
    var order: [QueryOrder] {
        get { criteria?.order ?? [] }
        set {
            // A query without changes keeps its template.
            guard !newValue.isEmpty || !order.isEmpty else { return }
            replaceCriteria(RowCriteria(classNames, filter: filter, order: newValue))
        }
    }

    private mutating func replaceCriteria(_ new: RowCriteria) {
        criteria = new
        template = nil
    }

    /// Whether the query has neither a condition nor an order.
    var isPlain: Bool { filter == nil && order.isEmpty && classNames == nil }

    /// The number of rows to skip.
    var skippedCount: Int { max(offset ?? 0, 0) }

    /// Returns the value of a parameter of the template.
    func value(at index: Int) -> _ColumnValue { values[index] }
}

/// The condition that a column has one of some keys.
enum KeyCondition {
    /// Keys without gaps, which one search in an index finds.
    case range(ClosedRange<Int64>)
    /// Other keys, each of which needs a search.
    case list([Int64])

    /// Creates the condition for some keys, a range only if `acceptsRange` is true.
    init(_ keys: [Int64], acceptsRange: Bool) {
        self = (acceptsRange ? KeyRanges.single(keys) : nil).map { .range($0) } ?? .list(keys)
    }

    var isRange: Bool {
        switch self {
        case .range: true
        case .list: false
        }
    }
}

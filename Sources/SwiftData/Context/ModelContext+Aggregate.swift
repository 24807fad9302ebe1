// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension ModelContext {
    /// Returns the values that the store computes from the matching models.
    ///
    /// No model is loaded.
    ///
    /// - Throws: `SwiftDataError.unsupportedPredicate` or `.unsupportedKeyPath` with the part that
    ///   a store cannot compute; `StoreError` with the code `.overflow` if a sum is out of range,
    ///   or another one if the store cannot be read.
    /// - Complexity: O(*n*) for *n* matching models, or less if an index contains the result.
    public func fetchAggregate<T, Value>(
        _ descriptor: AggregateDescriptor<T, Value>
    ) throws -> Value where T: PersistentModel {
        try graph.prepareRead()
        return try AggregateFetcher(graph).value(of: descriptor)
    }

    /// Returns the groups of the matching models with equal properties, and the values of each.
    ///
    /// No model is loaded except models that are keys of groups.
    ///
    /// - Throws: The errors of ``fetchAggregate(_:)``;
    ///   `SwiftDataError.unsupportedSortDescriptor` for a sort by another property.
    public func fetchGroups<T, Key, Value>(
        _ descriptor: GroupedAggregateDescriptor<T, Key, Value>
    ) throws -> [AggregateGroup<Key, Value>] where T: PersistentModel {
        try graph.prepareRead()
        return try AggregateFetcher(graph).groups(of: descriptor)
    }
}

// A plan applies to the current unsaved changes of the context: a statement that reads them is
// different.

extension ModelContext {
    /// Returns the statement with which the store fetches the matching models, and its execution.
    ///
    /// The models are not fetched. The statements for prefetched relationships are not included.
    ///
    /// - Throws: The errors of ``fetch(_:)``.
    public func explain<T>(_ descriptor: FetchDescriptor<T>) throws -> QueryPlan
    where T: PersistentModel {
        try graph.prepareRead()
        let query = try graph.fetcher.query(descriptor)
        return try graph.fetcher.plan(
            of: .rows(query),
            in: query.entity,
            includesPending: descriptor.includePendingChanges
        )
    }

    /// Returns the statement with which the store computes aggregates, and its execution.
    ///
    /// - Throws: The errors of ``fetchAggregate(_:)``.
    public func explain<T, Value>(_ descriptor: AggregateDescriptor<T, Value>) throws -> QueryPlan
    where T: PersistentModel {
        try graph.prepareRead()
        let query = try AggregateFetcher(graph).query(descriptor)
        return try graph.fetcher.plan(
            of: .aggregate(query),
            in: query.rows.entity,
            includesPending: descriptor.includePendingChanges
        )
    }

    /// Returns the statement with which the store computes the aggregates of groups, and its
    /// execution.
    ///
    /// - Throws: The errors of ``fetchGroups(_:)``.
    public func explain<T, Key, Value>(
        _ descriptor: GroupedAggregateDescriptor<T, Key, Value>
    ) throws -> QueryPlan where T: PersistentModel {
        try graph.prepareRead()
        let query = try AggregateFetcher(graph).query(descriptor)
        return try graph.fetcher.plan(
            of: .aggregate(query),
            in: query.rows.entity,
            includesPending: descriptor.includePendingChanges
        )
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// An error that a custom store throws for an unsupported request.
public enum DataStoreError: Error, Hashable {
    /// The store does not support the request.
    case unsupportedFeature
    /// The store cannot evaluate the predicate, and the fetch is to be repeated without it.
    case preferInMemoryFilter
    /// The store cannot sort, and the fetch is to be repeated without a sort order.
    case preferInMemorySort
    /// The predicate is invalid.
    case invalidPredicate
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

/// The parts of a fetch descriptor that do not depend on its model type.
///
/// They are read in the module of the caller, where the type is known: the layout of a predicate
/// depends on its type, and generic code would look up several types to read a descriptor (decision
/// 0085).
@usableFromInline
struct FetchOutline {
    /// The expression of the predicate, if any.
    @usableFromInline let condition: (any StandardPredicateExpression<Bool>)?
    /// The variable of the predicate.
    @usableFromInline let variable: PredicateExpressions.VariableID?
    @usableFromInline let limit: Int?
    @usableFromInline let offset: Int?
    @usableFromInline let includesPendingChanges: Bool
    /// Whether there are sort descriptors.
    @usableFromInline let isSorted: Bool
    /// Whether only some properties are loaded.
    @usableFromInline let isPartial: Bool
    /// Whether relationships are loaded.
    @usableFromInline let prefetches: Bool

    @inlinable
    init(
        _ condition: (any StandardPredicateExpression<Bool>)?,
        variable: PredicateExpressions.VariableID?,
        limit: Int?,
        offset: Int?,
        includesPendingChanges: Bool,
        isSorted: Bool,
        isPartial: Bool,
        prefetches: Bool
    ) {
        self.condition = condition
        self.variable = variable
        self.limit = limit
        self.offset = offset
        self.includesPendingChanges = includesPendingChanges
        self.isSorted = isSorted
        self.isPartial = isPartial
        self.prefetches = prefetches
    }
}

extension FetchDescriptor {
    /// The parts that do not depend on the model type.
    ///
    /// A property, because an initializer would copy the descriptor.
    @inlinable
    var outline: FetchOutline {
        // Unwrapped once, because each time copies the predicate.
        guard let predicate else { return outline(nil, variable: nil) }
        return outline(predicate.expression, variable: predicate.variable.key)
    }

    @inlinable
    func outline(
        _ condition: consuming (any StandardPredicateExpression<Bool>)?,
        variable: PredicateExpressions.VariableID?
    ) -> FetchOutline {
        FetchOutline(
            condition,
            variable: variable,
            limit: fetchLimit,
            offset: fetchOffset,
            includesPendingChanges: includePendingChanges,
            isSorted: !sortBy.isEmpty,
            isPartial: !propertiesToFetch.isEmpty,
            prefetches: !relationshipKeyPathsForPrefetching.isEmpty
        )
    }
}

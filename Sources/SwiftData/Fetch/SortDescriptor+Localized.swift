// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

/// A localized comparison for sorting models by text.
public struct ModelStringComparator: Sendable, Hashable {
    /// A case-insensitive, locale-aware comparison in which digits compare as numbers, as in file
    /// lists.
    public static let localizedStandard = ModelStringComparator()
    /// A locale-aware comparison.
    ///
    /// It is equivalent to `localizedStandard`.
    public static let localized = ModelStringComparator()
}

// On Linux, Foundation's `String.StandardComparator` has only `.lexical`. A fetch treats a
// descriptor without a comparator as `.localizedStandard`.

extension SortDescriptor where Compared: PersistentModel {
    /// Creates a descriptor that sorts by a string in the order of the current locale.
    ///
    /// - Parameters:
    ///   - keyPath: The property to sort by.
    ///   - comparator: The comparison of the strings.
    ///   - order: The direction of the sort.
    public init(
        _ keyPath: any KeyPath<Compared, String> & Sendable,
        comparator: ModelStringComparator,
        order: SortOrder = .forward
    ) {
        self.init(keyPath, order: order)
    }

    /// Creates a descriptor that sorts by an optional string in the order of the current locale.
    ///
    /// - Parameters:
    ///   - keyPath: The property to sort by.
    ///   - comparator: The comparison of the strings.
    ///   - order: The direction of the sort.
    public init(
        _ keyPath: any KeyPath<Compared, String?> & Sendable,
        comparator: ModelStringComparator,
        order: SortOrder = .forward
    ) {
        self.init(keyPath, order: order)
    }
}

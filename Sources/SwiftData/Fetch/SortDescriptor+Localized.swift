// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

/// A rule by which the texts of models are sorted.
public struct ModelStringComparator: Sendable, Hashable {
    /// As a file list is sorted: by language, without regard to case, with numbers in texts by value.
    public static let localizedStandard = ModelStringComparator()
    /// By language.
    ///
    /// Sorts like `localizedStandard`.
    public static let localized = ModelStringComparator()
}

// Foundation's `String.StandardComparator` has `.lexical` alone on Linux. A descriptor without a
// comparator is what the fetch takes for `.localizedStandard`.

extension SortDescriptor where Compared: PersistentModel {
    /// Sorts by a text, by the rules of the current language.
    public init(
        _ keyPath: any KeyPath<Compared, String> & Sendable,
        comparator: ModelStringComparator,
        order: SortOrder = .forward
    ) {
        self.init(keyPath, order: order)
    }

    /// Sorts by a text that may be missing, by the rules of the current language.
    public init(
        _ keyPath: any KeyPath<Compared, String?> & Sendable,
        comparator: ModelStringComparator,
        order: SortOrder = .forward
    ) {
        self.init(keyPath, order: order)
    }
}

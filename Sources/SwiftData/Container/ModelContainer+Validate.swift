// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

extension ModelContainer {
    /// Checks that the store can execute a fetch, without loading models.
    ///
    /// A program calls it in its tests for all of its descriptors.
    ///
    /// ```swift
    /// try container.validate(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.author?.name)]))
    /// ```
    ///
    /// - Throws: The errors of ``ModelContext/fetch(_:)``.
    public func validate<T>(_ descriptor: FetchDescriptor<T>) throws where T: PersistentModel {
        var descriptor = descriptor
        descriptor.fetchLimit = 0
        descriptor.includePendingChanges = false
        _ = try ModelContext(self).fetch(descriptor)
    }

    /// Checks that the store can evaluate a predicate, without loading models.
    ///
    /// ```swift
    /// try container.validate(#Predicate<Book> { $0.year < 1820 })
    /// ```
    ///
    /// - Throws: `SwiftDataError.unsupportedPredicate` with the part that has no translation;
    ///   `StoreError` if the store cannot be read.
    public func validate<T>(_ predicate: Predicate<T>) throws where T: PersistentModel {
        try validate(FetchDescriptor(predicate: predicate))
    }
}

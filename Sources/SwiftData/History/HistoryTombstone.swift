// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The preserved values of a deleted model, from its `.preserveValueOnDeletion` attributes.
///
/// ```swift
/// for case .delete(let change as DefaultHistoryDelete<Book>) in transactions[0].changes {
///     isbn = change.tombstone[\.isbn] as? String
/// }
/// ```
public struct HistoryTombstone<Model>: Sequence, @unchecked Sendable where Model: PersistentModel {
    // Unchecked for the key paths, which are immutable and capture nothing.

    /// An iterator over the preserved values in source order.
    public struct Iterator: IteratorProtocol {
        fileprivate var values: IndexingIterator<[Preserved]>
        /// Returns the next preserved value, or nil at the end.
        public mutating func next() -> Any? { values.next()?.value }
    }

    fileprivate struct Preserved {
        let keyPath: PartialKeyPath<Model>
        let value: any Sendable
    }

    private var elements: [Preserved] = []

    init() {}

    mutating func append(_ value: any Sendable, at keyPath: PartialKeyPath<Model>) {
        elements.append(Preserved(keyPath: keyPath, value: value))
    }

    /// Returns the last value of an attribute; nil if the value was nil or is not preserved.
    public subscript(keyPath: PartialKeyPath<Model>) -> (any Sendable)? {
        elements.first { $0.keyPath == keyPath }?.value
    }

    /// Returns an iterator over the preserved values.
    public func makeIterator() -> Iterator { Iterator(values: elements.makeIterator()) }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The values of `.preserveValueOnDeletion` attributes of a model that was deleted.
public struct HistoryTombstone<Model>: Sequence, @unchecked Sendable where Model: PersistentModel {
    // Unchecked for the key paths, which are immutable and capture nothing.

    /// Goes through the values in the order of the declarations.
    public struct Iterator: IteratorProtocol {
        fileprivate var values: IndexingIterator<[Preserved]>
        /// The next value.
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

    /// The value that an attribute last had; nil when it was nil or isn't preserved.
    public subscript(keyPath: PartialKeyPath<Model>) -> (any Sendable)? {
        elements.first { $0.keyPath == keyPath }?.value
    }

    /// Goes through the values.
    public func makeIterator() -> Iterator { Iterator(values: elements.makeIterator()) }
}

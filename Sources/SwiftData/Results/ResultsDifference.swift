// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

/// The changes that turn the results of a fetch into its results at a later time.
///
/// To change a list in the same way, remove the deleted and moved elements by their old index
/// paths, last first, then remove and insert sections, then insert the inserted and moved elements
/// by their new index paths, first to last. An index path consists of a section and a position in
/// it; without sections, all elements are in section 0.
///
/// ## Topics
///
/// ### Elements
///
/// - ``deletions``
/// - ``insertions``
/// - ``moves``
/// - ``updates``
/// - ``Element``
/// - ``Pair``
///
/// ### Sections
///
/// - ``deletedSections``
/// - ``insertedSections``
/// - ``sectionTitles``
///
/// ### Later results
///
/// - ``identifiers``
/// - ``ResultsIdentifiers``
public struct ResultsDifference: Sendable {
    /// An element of the old or the new results.
    public struct Element: Hashable, Sendable {
        /// The identifier of the model.
        public let identifier: PersistentIdentifier
        /// The section of the element and its position in it.
        public let indexPath: IndexPath
    }

    /// An element of both the old and the new results.
    public struct Pair: Hashable, Sendable {
        /// The identifier of the model.
        public let identifier: PersistentIdentifier
        /// The section of the element in the old results and its position in the section.
        public let from: IndexPath
        /// The section of the element in the new results and its position in the section.
        public let to: IndexPath
    }

    /// The elements that are not in the new results, by their old index paths.
    public let deletions: [Element]
    /// The elements that are new, by their new index paths.
    public let insertions: [Element]
    /// The elements that changed their place among the others, or their section.
    public let moves: [Pair]
    /// The other elements with changed values.
    public let updates: [Pair]
    /// The old indexes of sections that no longer exist.
    public let deletedSections: IndexSet
    /// The new indexes of sections that did not exist before.
    public let insertedSections: IndexSet
    /// The titles of the new sections in order; empty without sections.
    public let sectionTitles: [String]
    /// The identifiers of the new results in order.
    public let identifiers: ResultsIdentifiers

    /// Whether there are no changes.
    public var isEmpty: Bool {
        deletions.isEmpty && insertions.isEmpty && moves.isEmpty && updates.isEmpty
    }

    init(_ difference: RowsDifference, identifiers: ResultsIdentifiers) {
        let (old, new) = (difference.oldSections, difference.newSections)
        deletions = difference.deletions.map { row in
            Element(
                identifier: identifiers.identifier(row.key),
                indexPath: old.path(to: row.offset)
            )
        }
        insertions = difference.insertions.map { row in
            Element(
                identifier: identifiers.identifier(row.key),
                indexPath: new.path(to: row.offset)
            )
        }
        func pair(_ pair: RowsDifference.Pair) -> Pair {
            Pair(
                identifier: identifiers.identifier(pair.key),
                from: old.path(to: pair.from),
                to: new.path(to: pair.to)
            )
        }
        moves = difference.moves.map(pair)
        updates = difference.updates.map(pair)
        deletedSections = old.indexes(ofTitlesNotIn: new)
        insertedSections = new.indexes(ofTitlesNotIn: old)
        sectionTitles = new.titles
        self.identifiers = identifiers
    }
}

extension RowSections {
    fileprivate func indexes(ofTitlesNotIn other: RowSections) -> IndexSet {
        IndexSet(titles.indices.filter { !other.contains(titles[$0]) })
    }
}

/// The identifiers of the results of a fetch, in order.
public struct ResultsIdentifiers: RandomAccessCollection, Equatable, Sendable {
    /// The position of the first identifier; always 0.
    public var startIndex: Int { 0 }
    /// The number of identifiers.
    public var endIndex: Int { keys.count }
    private let keys: [Int64]
    private let entityName: String
    private let store: StoreIdentity

    init(_ keys: [Int64], of entityName: String, in store: StoreIdentity) {
        self.keys = keys
        self.entityName = entityName
        self.store = store
    }

    /// The identifier at a position.
    public subscript(position: Int) -> PersistentIdentifier { identifier(keys[position]) }

    fileprivate func identifier(_ key: Int64) -> PersistentIdentifier {
        store.identifier(of: key, in: entityName)
    }
}

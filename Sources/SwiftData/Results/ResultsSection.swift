// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The results with one section title, in order.
public struct ResultsSection<Element, SectionTitle>: Identifiable, RandomAccessCollection, Equatable
where SectionTitle: Hashable {
    /// The value that the results of the section share.
    public let title: SectionTitle
    /// The title, which identifies the section.
    public var id: SectionTitle { title }
    /// The position of the first result; always 0.
    public let startIndex = 0
    /// The number of results.
    public let endIndex: Int
    private let start: Int
    private let rows: SectionRows<Element>

    init(_ title: SectionTitle, range: Range<Int>, of rows: SectionRows<Element>) {
        self.title = title
        start = range.lowerBound
        endIndex = range.count
        self.rows = rows
    }

    /// The result at a position, loaded on access.
    public subscript(position: Int) -> Element {
        precondition(indices.contains(position), "\(position) is out of bounds")
        return rows.element(start + position)
    }

    /// Returns whether both have the same title and the same models of one context.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.title == rhs.title && lhs.rows.context == rhs.rows.context
            && lhs.rows.keys[lhs.range] == rhs.rows.keys[rhs.range]
    }

    private var range: Range<Int> { start..<(start + endIndex) }
}

/// The rows of sections.
struct SectionRows<Element> {
    let keys: [Int64]
    /// The identity of the context.
    let context: ObjectIdentifier
    let element: (_ offset: Int) -> Element
}

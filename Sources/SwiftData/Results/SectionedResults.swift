// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Results that are divided into sections, in the order of their titles.
public struct SectionedResults<Element, SectionTitle>: RandomAccessCollection, Equatable
where SectionTitle: Hashable {
    /// The titles in order.
    public let sectionTitles: [SectionTitle]
    private let starts: [Int]
    private let rows: SectionRows<Element>
    private let positions: [SectionTitle: Int]

    init(_ titles: [SectionTitle], starts: [Int], of rows: SectionRows<Element>) {
        sectionTitles = titles
        self.starts = starts
        self.rows = rows
        positions = Dictionary(zip(titles, titles.indices)) { first, _ in first }
    }

    /// The position of the first section; always 0.
    public var startIndex: Int { 0 }
    /// The number of sections.
    public var endIndex: Int { sectionTitles.count }

    /// The section at a position.
    public subscript(position: Int) -> ResultsSection<Element, SectionTitle> {
        precondition(indices.contains(position), "\(position) is out of bounds")
        let end = position + 1 < starts.count ? starts[position + 1] : rows.keys.count
        return ResultsSection(sectionTitles[position], range: starts[position]..<end, of: rows)
    }

    /// The section with a title; nil if there are no results with it.
    public subscript(sectionTitle title: SectionTitle) -> ResultsSection<Element, SectionTitle>? {
        index(ofSectionTitled: title).map { self[$0] }
    }

    /// Returns whether there are results with a title.
    public func contains(sectionTitle title: SectionTitle) -> Bool { positions[title] != nil }

    /// Returns the position of the section with a title; nil if there are no results with it.
    public func index(ofSectionTitled title: SectionTitle) -> Int? { positions[title] }

    /// Returns whether both have the same sections with the same models of one context.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.sectionTitles == rhs.sectionTitles && lhs.starts == rhs.starts
            && lhs.rows.context == rhs.rows.context && lhs.rows.keys == rhs.rows.keys
    }
}

extension LiveResults.Snapshot {
    /// Returns the results in sections with titles that `title` converts.
    func sectioned<Title: Hashable>(
        in context: ModelContext,
        title: (String) -> Title
    ) -> SectionedResults<Element, Title> {
        SectionedResults(
            sections.titles.map(title),
            starts: sections.starts,
            of: SectionRows(keys: keys, context: ObjectIdentifier(context), element: element)
        )
    }
}

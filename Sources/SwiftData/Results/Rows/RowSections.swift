// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The division of ordered rows into sections: runs of rows with the same title.
struct RowSections: Equatable, Sendable {
    /// The titles in order; no title occurs twice.
    private(set) var titles: [String] = []
    /// The offset of the first row of each section.
    private(set) var starts: [Int] = []
    private var counts: [String: Int] = [:]

    /// Adds and removes rows.
    ///
    /// - Parameters:
    ///   - removed: The title of each removed row.
    ///   - added: The title of each added row.
    ///   - precedes: The order of titles.
    /// - Complexity: O(*k* + *s*) for *k* rows and *s* sections; O(*s*) for each section that
    ///   appears or disappears.
    mutating func change(
        removing removed: [String],
        adding added: [String],
        orderedBy precedes: (String, String) -> Bool
    ) {
        var appeared: [String] = []
        for title in added {
            if counts[title] == nil { appeared.append(title) }
            counts[title, default: 0] += 1
        }
        for title in removed { counts[title, default: 0] -= 1 }
        for title in appeared where counts[title] ?? 0 > 0 {
            titles.insert(title, at: titles.partitioningIndex { !precedes($0, title) })
        }
        for title in removed where counts[title] == 0 {
            counts[title] = nil
            if let index = titles.firstIndex(of: title) { titles.remove(at: index) }
        }
        starts = []
        starts.reserveCapacity(titles.count)
        var start = 0
        for title in titles {
            starts.append(start)
            start += counts[title] ?? 0
        }
    }

    /// Returns the index of the section that contains the row at an offset.
    ///
    /// - Complexity: O(log *s*) for *s* sections.
    func index(containing offset: Int) -> Int {
        max(0, starts.partitioningIndex { $0 > offset } - 1)
    }

    /// Returns whether there is a section with a title.
    func contains(_ title: String) -> Bool { counts[title] != nil }

    /// Returns the number of rows of a section.
    func count(ofSection index: Int) -> Int { counts[titles[index]] ?? 0 }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A list that allocates memory only for its second and further elements.
///
/// Most parts of a predicate have one element, and are created and released with each fetch.
struct FirstAndRest<Element> {
    private(set) var first: Element?
    /// Nil until there is a second element, because an empty array is retained like any other.
    private var rest: [Element]?

    init() {}

    init(_ element: Element) { first = element }

    mutating func append(_ element: Element) {
        guard first != nil else { return first = element }
        if rest == nil { rest = [element] } else { rest?.append(element) }
    }
}

extension FirstAndRest {
    /// Returns the first element that meets a condition, or `nil`.
    func first(where isIncluded: (Element) -> Bool) -> Element? {
        if let first, isIncluded(first) { return first }
        return rest?.first(where: isIncluded)
    }
}

extension FirstAndRest: Equatable where Element: Equatable {
    static func == (lhs: Self, rhs: Self) -> Bool { lhs.isEqual(to: rhs) }

    /// Returns whether both have the same elements.
    func isEqual(to other: Self) -> Bool {
        guard first == other.first else { return false }
        // Most have no array to compare.
        guard let rest else { return other.rest == nil }
        return other.rest.map { $0 == rest } ?? false
    }

    /// Returns the position of the last equal element, or `nil`.
    func lastIndex(of element: Element) -> Int? {
        rest?.lastIndex(of: element).map { $0 + 1 } ?? (first == element ? 0 : nil)
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A collection of fetch results that loads each result on access.
public struct FetchResultsCollection<Element>: RandomAccessCollection {
    /// The position of the first result; always 0.
    public let startIndex = 0
    /// The number of results.
    public let endIndex: Int
    private let element: (Int) -> Element

    init(count: Int, element: @escaping (Int) -> Element) {
        endIndex = count
        self.element = element
    }

    /// The result at a position, loaded on access.
    public subscript(position: Int) -> Element {
        precondition(indices.contains(position), "\(position) is out of bounds")
        return element(position)
    }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The results of a fetch, made as they are reached.
public struct FetchResultsCollection<Element>: RandomAccessCollection {
    /// 0.
    public let startIndex = 0
    /// The number of results.
    public let endIndex: Int
    private let element: (Int) -> Element

    init(count: Int, element: @escaping (Int) -> Element) {
        endIndex = count
        self.element = element
    }

    /// The result at a position.
    public subscript(position: Int) -> Element {
        precondition(indices.contains(position), "\(position) is outside of the results")
        return element(position)
    }
}

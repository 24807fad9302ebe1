// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalClient
package import JournalProtocol

/// A listing that selects no entry, for the message that explains it.
package struct EmptyListing {
    private let filter: Filter

    /// Describes a listing with a filter.
    package init(_ filter: Filter) { self.filter = filter }

    /// Returns the message, which names the tags that do not exist.
    ///
    /// - Throws: The error of the request for the tags, which is made only if the filter has some.
    package func text(_ client: JournalClient) throws(ClientError) -> String {
        let nothing = "no entries found"
        guard !filter.tags.isEmpty else { return nothing }
        let known = Set(try client.call(TagList()).tags.map { Self.key($0.name) })
        let unknown = filter.tags.filter { !known.contains(Self.key($0)) }
        guard let first = unknown.first else { return nothing }
        return unknown.count == 1
            ? "\(nothing): there is no tag \"\(first)\""
            : "\(nothing): there are no tags "
                + unknown.map { "\"\($0)\"" }.joined(separator: ", ")
    }

    /// Names are compared regardless of letter case.
    private static func key(_ name: String) -> String { name.lowercased() }
}

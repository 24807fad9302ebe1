// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The meaning of words and relative dates in a search query.
package struct QueryOptions: ProtocolObject, Equatable {
    /// Whether English words also match their other forms, such as *walked* for *walk*.
    package var stem: Bool
    /// The instant to which relative dates refer, with the offset of the client; nil for the clock
    /// and the time zone of the daemon.
    package var now: Timestamp?

    /// Creates options.
    package init(stem: Bool = false, now: Timestamp? = nil) {
        self.stem = stem
        self.now = now
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        stem = try fields.optional("stem", \.stem, default: false)
        now = try fields.optional("now", \.now)
    }
}

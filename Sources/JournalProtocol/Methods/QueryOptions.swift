// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The meaning of words and relative dates in a search query.
package struct QueryOptions: Sendable, Equatable {
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

    /// Decodes the options among the parameters of a method.
    init(_ fields: JSONFields) throws(InvalidParams) {
        stem = try fields.optional("stem") ?? false
        now = try fields.optional("now")
    }

    /// Adds the options to the parameters of a method.
    func append(to object: inout JSONObject) {
        object.append("stem", stem ? true : nil)
        object.append("now", now)
    }
}

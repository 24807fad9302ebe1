// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalClient
package import JournalProtocol

/// The result of one check of `journal doctor`.
package struct Finding {
    /// The severity of a finding.
    package enum State: String, Sendable {
        case ok
        case warning
        case error
    }

    /// The checked part, in a word or two.
    package var area: String
    /// The severity.
    package var state: State
    /// The condition that was found.
    package var text: String
    /// The advice; nil if there is nothing to do.
    package var advice: String?
    /// Does what is safe to do about it, and returns what was done.
    var repair: (() throws(ClientError) -> String)?

    /// Describes something that is as it should be.
    init(_ area: String, _ text: String) { self.init(area, .ok, text) }

    /// Describes a finding.
    init(
        _ area: String,
        _ state: State,
        _ text: String,
        advice: String? = nil,
        repair: (() throws(ClientError) -> String)? = nil
    ) {
        self.area = area
        self.state = state
        self.text = text
        self.advice = advice
        self.repair = repair
    }

    /// The finding for `--json`.
    package var json: JSON {
        var object = JSONObject()
        object.append("area", area)
        object.append("state", state.rawValue)
        object.append("text", text)
        object.append("advice", advice)
        object.append("fixable", repair != nil ? true : nil)
        return .object(object)
    }
}

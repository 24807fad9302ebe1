// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The client-chosen id of a request, repeated unchanged in its response.
package enum RequestID: Sendable, Hashable {
    case string(String)
    case integer(Int64)
}

extension RequestID: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) {
        switch json {
        case .string(let text):
            // The id is repeated in the response and in every notification of a subscription.
            guard text.utf8.count <= Limits.requestID else {
                throw InvalidParams("expected at most \(Limits.requestID) bytes")
            }
            self = .string(text)
        case .integer(let value): self = .integer(value)
        default: throw InvalidParams(expected: "a string or an integer", found: json)
        }
    }

    package var json: JSON {
        switch self {
        case .string(let text): .string(text)
        case .integer(let value): .integer(value)
        }
    }
}

extension RequestID {
    /// The number of the request in the framing `channel`; 0 for another id.
    package var channelNumber: Int64 {
        guard case .integer(let number) = self else { return 0 }
        return number
    }
}

extension RequestID: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(stringLiteral value: String) { self = .string(value) }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalSystem

/// An error as sent on the wire: a JSON-RPC code and message, with the kind and further details in
/// `data`.
package struct ProtocolError: Error, Equatable {
    /// The JSON-RPC code.
    package var code: Int
    /// A human-readable description of the failure and, where there is one, the remedy.
    package var message: String
    /// The stable name that programs branch on.
    package var kind: ErrorKind
    /// Whether the same request, sent again unchanged, may succeed later.
    package var retryable: Bool
    /// Members of `data` other than `kind` and `retryable`.
    package var details: JSONObject

    /// Creates an error of a known kind, with the code and the retry flag from the error table.
    package init(_ kind: ErrorKind, _ message: String, details: JSONObject = JSONObject()) {
        self.kind = kind
        self.message = Self.shortened(message)
        self.details = details
        code = kind.definition?.code ?? -32603
        retryable = kind.definition?.retryable ?? false
    }
}

extension ProtocolError {
    /// The maximum length of a message in bytes of UTF-8; longer messages are truncated.
    package static let maximumMessageLength = 1024

    /// Returns the message, truncated if necessary, because it may quote arbitrary input from a
    /// peer.
    private static func shortened(_ message: String) -> String {
        guard message.utf8.count > maximumMessageLength else { return message }
        let beginning = message.utf8.prefix(maximumMessageLength - 4)
        return String(decoding: beginning, as: UTF8.self) + "…"
    }
}

extension ProtocolError: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        code = try fields.required("code")
        message = try fields.required("message")
        guard case .object(var data)? = try fields.optional("data", as: JSON.self) else {
            // Other JSON-RPC servers may omit `data`; then the code is the only information.
            kind = .internal
            retryable = false
            details = JSONObject()
            return
        }
        kind = ErrorKind(rawValue: data["kind"]?.stringValue ?? ErrorKind.internal.rawValue)
        retryable = data["retryable"] == .bool(true)
        data["kind"] = nil
        data["retryable"] = nil
        details = data
    }

    package var json: JSON {
        var data = JSONObject()
        data.append("kind", kind.rawValue)
        data.append("retryable", retryable)
        for member in details.members { data[member.key] = member.value }
        return ["code": code.json, "message": .string(message), "data": .object(data)]
    }
}

extension ProtocolError: CustomStringConvertible {
    package var description: String { "\(message) (\(kind))" }
}

extension ProtocolError {
    /// Creates the error for a line that is not valid JSON.
    package init(_ error: JSONError) {
        let kind: ErrorKind =
            switch error.reason {
            case .invalidUTF8: .parseUTF8
            case .tooDeep: .limitDepth
            default: .parseInvalid
            }
        self.init(kind, "invalid JSON: \(error)", details: ["offset": error.offset.json])
    }

    /// Creates the error for input after which the connection closes.
    package init(_ error: FramingError) {
        switch error {
        case .tooLong(let limit):
            self.init(
                .limitLine,
                "the message exceeds the limit of \(limit) bytes",
                details: ["limit": limit.json]
            )
        case .invalidHeader(let problem): self.init(.parseInvalid, "invalid header: \(problem)")
        }
    }

    /// Returns the error for a call of an undefined method.
    package static func unknownMethod(_ name: String) -> ProtocolError {
        ProtocolError(.methodUnknown, "unknown method \"\(name)\"")
    }

    /// Returns the error for a batch that was rolled back because one of its calls failed.
    package static func batchFailed(index: Int, cause: ProtocolError) -> ProtocolError {
        ProtocolError(
            .batchFailed,
            "the batch was rolled back because call \(index) failed: \(cause.message)",
            details: ["index": index.json, "cause": cause.json]
        )
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, JSON)...) {
        self.init(elements.map { Member(key: $0.0, value: $0.1) })
    }
}

extension ProtocolError {
    /// The error of a store that another program has reserved to change its file.
    package static func storeIsBeingChanged(_ path: String) -> ProtocolError {
        let holder = StoreReservation.holder(for: path)
        let name = holder.map { "process \($0)" } ?? "another process"
        return ProtocolError(
            .storeLocked,
            "\(path) is being changed by \(name); repeat the command when it has ended"
        )
    }
}
